import { reportClientError, reportOpened, reportVisit } from './clientErrors'

const send = jest.fn((_address: string | URL | Request, _request?: RequestInit) => Promise.resolve(new Response()))
const sent = () =>
  send.mock.calls.map(([address, request]) => [
    new URL(String(address)).pathname,
    JSON.parse(String(request!.body)) as unknown,
  ])

beforeEach(() => {
  send.mockClear()
  globalThis.fetch = send
  document.body.innerHTML =
    '<script type="application/json" id="mb-visit">{"token":"token","opened":{"remote":"mf-page","version":"3.0.0"}}</script>'
})

const error = { remote: 'mf-xy', version: '1.0.0', code: 'REMOTE_THREW' }

test('a failure is reported once for each remote, version and code, with what may be said of its message', () => {
  reportClientError(Object.assign(new Error('no score of ann@example.com'), error))
  reportClientError({ ...error, message: 'another' })
  reportClientError({ ...error, version: '1.1.0' })
  expect(sent()).toEqual([
    ['/api/client-errors/', { visit: 'token', ...error, message: 'no score of …' }],
    ['/api/client-errors/', { visit: 'token', ...error, version: '1.1.0' }],
  ])
})

test('PLT-03 of what was thrown only the places in published files are reported', () => {
  const cause = new Error('no score of Ann Example')
  cause.stack = `Error: no score of Ann Example
    at draw (https://boards.example.com/r/mf-xy/1.0.0-ab12cd34/12.abcdef01.js?retry=1:1:4711)
    at secret@https://elsewhere.example/page.js:3:4
    at https://boards.example.com/r/shell/1.0.0/vendor.cd.js:2:7`
  reportClientError({ ...error, version: '1.4.0', cause })
  expect(sent()).toEqual([
    [
      '/api/client-errors/',
      {
        visit: 'token',
        ...error,
        version: '1.4.0',
        frames: 'mf-xy/1.0.0-ab12cd34/12.abcdef01.js:1:4711 shell/1.0.0/vendor.cd.js:2:7',
      },
    ],
  ])
})

test('PLT-03 of a long stack the first twelve places are reported', () => {
  const cause = new Error('deep')
  cause.stack = Array.from(
    { length: 13 },
    (_, at) => `    at f (https://boards.example.com/r/mf-xy/1.0.0/a.js:1:${at + 1})`,
  ).join('\n')
  reportClientError({ ...error, version: '1.5.0', cause })
  const frames = Array.from({ length: 12 }, (_, at) => `mf-xy/1.0.0/a.js:1:${at + 1}`).join(' ')
  expect(sent()).toEqual([['/api/client-errors/', { visit: 'token', ...error, version: '1.5.0', frames }]])
})

test('PLT-03 what a page is and loaded is reported together, with how long that took, and each once', () => {
  jest.useFakeTimers()
  reportOpened()
  reportVisit({ remote: 'mf-xy', version: '1.0.0' })
  reportVisit({ remote: 'mf-zz', version: '2.0.0', ms: 80.4 })
  reportVisit({ remote: 'mf-xy', version: '1.0.0' })
  jest.runAllTimers()
  reportVisit({ remote: 'mf-xy', version: '1.0.0' })
  jest.runAllTimers()
  jest.useRealTimers()
  expect(sent()).toEqual([
    [
      '/api/client-errors/visits/',
      {
        visit: 'token',
        loaded: [
          { remote: 'mf-page', version: '3.0.0' },
          { remote: 'mf-xy', version: '1.0.0' },
          { remote: 'mf-zz', version: '2.0.0', ms: 80 },
        ],
      },
    ],
  ])
})

test('a browser that refuses costs nothing, and a page that the server did not write reports nothing', () => {
  send.mockImplementationOnce(() => {
    throw new Error('blocked')
  })
  expect(() => reportClientError({ ...error, version: '1.2.0' })).not.toThrow()
  document.body.replaceChildren()
  reportClientError({ ...error, version: '1.3.0' })
  expect(send).toHaveBeenCalledTimes(1)
})
