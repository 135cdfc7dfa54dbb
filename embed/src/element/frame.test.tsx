import { showFrame } from './frame'
import type { Wanted } from './readAttributes'

jest.mock('../home', () => ({ home: 'https://boards.example' }))

const wanted: Wanted = { type: 'scoreboard', board: 12, theme: 'board', isInline: false, isLazy: false }

test('EMB-03 a look that changes while the frame loads, or before it loads itself again, is told once the board is there', () => {
  const shown = showFrame(document.body, wanted, () => {})
  const frame = document.querySelector('iframe')!
  const sent = jest.fn()
  jest.spyOn(frame.contentWindow!, 'postMessage').mockImplementation(sent)
  const ready = () =>
    window.dispatchEvent(
      new MessageEvent('message', {
        source: frame.contentWindow,
        origin: 'https://boards.example',
        data: { multiball: 1, event: 'ready', detail: { title: 'Lobby' } },
      }),
    )

  shown.update({ theme: 'dark' })
  // Browsers would drop it, with a line in the page's console.
  expect(sent).not.toHaveBeenCalled()
  ready()
  expect(sent.mock.calls).toEqual([
    [
      { multiball: 1, command: 'configure', detail: expect.objectContaining({ theme: 'dark' }) as unknown },
      'https://boards.example',
    ],
  ])
  ready()
  expect(sent).toHaveBeenCalledTimes(2)
  shown.unmount()
})

test('EMB-06 a frame comes and goes on a page whose library replaces Element#remove', () => {
  const library = jest.spyOn(Element.prototype, 'remove').mockImplementation(function (this: Element) {
    this.parentNode!.removeChild(this)
  })
  const { unmount } = showFrame(document.body, wanted, () => {})
  expect(document.querySelectorAll('iframe')).toHaveLength(1)
  unmount()
  expect(document.querySelectorAll('iframe')).toHaveLength(0)
  library.mockRestore()
})

test('a frame whose look never changed is told nothing', () => {
  const shown = showFrame(document.body, wanted, () => {})
  const frame = document.querySelector('iframe')!
  const sent = jest.spyOn(frame.contentWindow!, 'postMessage')
  window.dispatchEvent(
    new MessageEvent('message', {
      source: frame.contentWindow,
      origin: 'https://boards.example',
      data: { multiball: 1, event: 'ready', detail: { title: 'Lobby' } },
    }),
  )
  expect(frame.title).toBe('Lobby')
  expect(sent).not.toHaveBeenCalled()
  shown.unmount()
})

describe('EMB-06 a frame that loads itself again', () => {
  const shownFrame = () => {
    const onEvent = jest.fn()
    const shown = showFrame(document.body, wanted, onEvent)
    const frame = document.querySelector('iframe')!
    const says = (event: string, detail: object) =>
      window.dispatchEvent(
        new MessageEvent('message', {
          source: frame.contentWindow,
          origin: 'https://boards.example',
          data: { multiball: 1, event, detail },
        }),
      )
    const load = () => void frame.dispatchEvent(new Event('load'))
    const codes = () =>
      onEvent.mock.calls.flatMap(([name, detail]: [string, { code?: string }]) =>
        name === 'error' ? [detail.code] : [],
      )
    return { shown, frame, says, load, codes }
  }
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  test('and gets a gateway’s page, or none, is reported, and its address asked for again', () => {
    const { shown, frame, says, load, codes } = shownFrame()
    load()
    says('ready', { title: 'Lobby' })
    jest.advanceTimersByTime(11 * 60_000)
    load()
    jest.advanceTimersByTime(20_000)
    expect(codes()).toEqual(['HOST_UNREACHABLE'])
    const asked = jest.spyOn(frame, 'src', 'set')
    jest.advanceTimersByTime(30_000)
    expect(asked).toHaveBeenCalledTimes(1)
    shown.unmount()
  })

  test('EMB-07 is put in anew to be asked for again, so that the page’s Back has no more steps than before', () => {
    const { shown, frame, says } = shownFrame()
    const { contentWindow: before } = frame
    jest.advanceTimersByTime(50_000)
    expect(frame.isConnected).toBe(true)
    expect(frame.contentWindow).not.toBe(before)
    says('ready', { title: 'Lobby' })
    expect(frame.title).toBe('Lobby')
    shown.unmount()
  })

  test('and comes back is left alone, whether it speaks before or after it has loaded', () => {
    const { shown, says, load, codes } = shownFrame()
    says('ready', { title: 'Lobby' })
    load()
    jest.advanceTimersByTime(11 * 60_000)
    load()
    jest.advanceTimersByTime(10_000)
    says('ready', { title: 'Lobby' })
    jest.advanceTimersByTime(11 * 60_000)
    expect(codes()).toEqual([])
    shown.unmount()
  })
})
