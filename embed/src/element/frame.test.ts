import { showFrame } from './frame'
import type { Wanted } from './readAttributes'

jest.mock('../home', () => ({ home: 'https://boards.example' }))

const wanted: Wanted = { type: 'scoreboard', board: 12, theme: 'board', isInline: false, isLazy: false }

test('EMB-03 a look that changes while the frame loads, or before it loads itself again, is told once the board is there', () => {
  const shown = showFrame(document.body, wanted, () => {})
  const frame = document.querySelector('iframe')!
  const sent = jest.fn()
  jest.spyOn(frame.contentWindow!, 'postMessage').mockImplementation(sent)
  const ready = () => window.dispatchEvent(new MessageEvent('message', { source: frame.contentWindow, origin: 'https://boards.example', data: { multiball: 1, event: 'ready', detail: { title: 'Lobby' } } }))

  shown.update({ theme: 'dark' })
  // Browsers would drop it, with a line in the page's console.
  expect(sent).not.toHaveBeenCalled()
  ready()
  expect(sent.mock.calls).toEqual([[{ multiball: 1, command: 'configure', detail: expect.objectContaining({ theme: 'dark' }) as unknown }, 'https://boards.example']])
  ready()
  expect(sent).toHaveBeenCalledTimes(2)
  shown.unmount()
})

test('a frame whose look never changed is told nothing', () => {
  const shown = showFrame(document.body, wanted, () => {})
  const frame = document.querySelector('iframe')!
  const sent = jest.spyOn(frame.contentWindow!, 'postMessage')
  window.dispatchEvent(new MessageEvent('message', { source: frame.contentWindow, origin: 'https://boards.example', data: { multiball: 1, event: 'ready', detail: { title: 'Lobby' } } }))
  expect(frame.title).toBe('Lobby')
  expect(sent).not.toHaveBeenCalled()
  shown.unmount()
})
