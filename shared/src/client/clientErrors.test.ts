import { reportClientError } from './clientErrors'

test('a failure is reported once for each remote, version and code, and a browser that refuses costs nothing', () => {
  const sent: string[] = []
  const beacon = jest.fn((_address: string | URL, text?: BodyInit | null) => sent.push(String(text)) > 0)
  Object.assign(navigator, { sendBeacon: beacon })
  const error = { remote: 'mf-xy', version: '1.0.0', code: 'REMOTE_THREW', reason: 'not sent' }
  reportClientError(error)
  reportClientError(error)
  reportClientError({ ...error, version: '1.1.0' })
  expect(sent).toEqual(['{"remote":"mf-xy","version":"1.0.0","code":"REMOTE_THREW"}', '{"remote":"mf-xy","version":"1.1.0","code":"REMOTE_THREW"}'])
  expect(String(beacon.mock.calls[0]![0])).toMatch(/\/api\/client-errors\/$/)
  beacon.mockImplementation(() => {
    throw new Error('blocked')
  })
  expect(() => reportClientError({ ...error, version: '1.2.0' })).not.toThrow()
})
