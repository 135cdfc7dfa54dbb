import { Styles } from './Styles'

const href = 'https://boards.example/r/mf-scoreboards/1.0.0/display.css'

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

test('EMB-06 a page that comes in the place of a style is none: the board does not stand there without its looks', async () => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }))
  await expect(new Styles().load(href)).rejects.toThrow('No style: text/html')
})

test('EMB-06 a style that does not come in 12 s is given up, and asked for again by whoever tries again', async () => {
  jest.useFakeTimers()
  const hanging = (_address: unknown, { signal }: RequestInit = {}) =>
    new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(hanging)
  const styles = new Styles()
  const first = expect(styles.load(href)).rejects.toThrow('aborted')
  await jest.advanceTimersByTimeAsync(12_000)
  await first
  styles.load(href).catch(() => {})
  expect(fetched).toHaveBeenCalledTimes(2)
})
