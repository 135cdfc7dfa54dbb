import { setSlot, type Inside, type Slot } from './slot'

jest.mock('./home', () => ({ home: 'https://boards.example' }))

const style = { src: '/r/embed/1.0.0/page.css', integrity: 'sha384-style' }
Object.assign(globalThis, {
  INSIDE: { version: '1.0.0', script: { src: '/r/embed/1.0.0/page.js', integrity: 'sha384-page' }, styles: [style] },
})

beforeEach(() => {
  jest.useFakeTimers()
  jest.resetModules()
  setSlot(undefined)
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response('{}')))
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

/** The script inside as it was asked for last; none is ever loaded by jsdom. */
const script = () => document.head.querySelector<HTMLScriptElement>('script')!

test('EMB-06 a script that came and does not start, as on a page with another Array.prototype.reduce, ends with a code; the next board tries again', async () => {
  const { loadInside } = await import('./loadInside')
  const failing = expect(loadInside()).rejects.toMatchObject({ code: 'REMOTE_FAILED' })
  await jest.advanceTimersByTimeAsync(0)
  script().dispatchEvent(new Event('load'))
  await jest.advanceTimersByTimeAsync(5000)
  await failing

  const { slotOf } = await import('./slot')
  const again = loadInside()
  await jest.advanceTimersByTimeAsync(0)
  script().dispatchEvent(new Event('load'))
  const inside = {} as Inside
  slotOf()!.arrive(inside)
  expect(await again).toBe(inside)
})

test('EMB-06 a style that hangs ends with a code too', async () => {
  const hanging = (address: unknown, { signal }: RequestInit = {}) =>
    String(address).endsWith('.css')
      ? new Promise<Response>((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        )
      : Promise.resolve(new Response('{}'))
  jest.spyOn(globalThis, 'fetch').mockImplementation(hanging)
  const { loadInside } = await import('./loadInside')
  const failing = expect(loadInside()).rejects.toMatchObject({ code: 'HOST_UNREACHABLE' })
  await jest.advanceTimersByTimeAsync(20_000)
  await failing
})

test('EMB-03 a page has inline boards of one address: those of a second are refused with what to do, and not shown from the first', async () => {
  const { loadInside } = await import('./loadInside')
  setSlot({ origin: 'https://other.example', inside: Promise.resolve({}) } as Slot)
  await expect(loadInside()).rejects.toMatchObject({
    code: 'REMOTE_FAILED',
    message:
      'This page has boards of https://other.example, and a script of https://boards.example. If that is one server, load all its scripts from one address; boards of another server go into an iframe.',
  })
})
