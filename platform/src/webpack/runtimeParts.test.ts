/** @jest-environment jsdom */
import { loadScript } from './runtimeParts'

const url = 'https://boards.test/r/mf-scoreboards/1.0.0/remoteEntry.js'

/** A script that is asked for with 4 s of patience, and how that ended. */
function ask() {
  const script = Object.assign(document.createElement('script'), { src: url, type: 'not-run' })
  const ended = loadScript(url, { createScriptHook: () => ({ script, timeout: 4000 }) }).then(
    () => 'came',
    ({ message }: Error) => message,
  )
  return { script, ended }
}
const threw = (filename: string) => dispatchEvent(new ErrorEvent('error', { filename, message: 'x is not a function' }))

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  expect(document.querySelector('script')).toBeNull()
  expect(jest.getTimerCount()).toBe(0)
  jest.useRealTimers()
})

test.each<[string, (script: HTMLScriptElement) => unknown, string]>([
  ['comes', (script) => script.dispatchEvent(new Event('load')), 'came'],
  ['does not come', (script) => script.dispatchEvent(new Event('error')), `ScriptNetworkError: ${url} did not come`],
  ['keeps silent', () => jest.advanceTimersByTime(4000), `ScriptNetworkError: ${url} timed out`],
  [
    'comes after another script threw',
    (script) => threw('https://boards.test/page.js') && script.dispatchEvent(new Event('load')),
    'came',
  ],
  [
    'throws',
    (script) => threw(url) && script.dispatchEvent(new Event('load')),
    `ScriptExecutionError: ${url} came and threw: x is not a function`,
  ],
])('an entry that %s', async (_what, happens, expected) => {
  const { script, ended } = ask()
  expect(document.head.contains(script)).toBe(true)
  happens(script)
  expect(await ended).toBe(expected)
})

test('an entry that the guard refuses is not asked for', async () => {
  const refuse = () => {
    throw new Error('Not in the registry')
  }
  await expect(loadScript(url, { createScriptHook: refuse })).rejects.toThrow('Not in the registry')
})
