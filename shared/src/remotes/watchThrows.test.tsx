import { blame, watchThrows } from './watchThrows'

const origin = 'https://boards.test'
const at = (...places: string[]) => {
  const error = new Error('no')
  error.stack = ['Error: no', ...places.map((place) => `    at f (${origin}${place}:1:234)`)].join('\n')
  return error
}
const clocks = '/r/mf-clocks/1.0.0-ab12cd34/511.00112233.js'
const boards = '/r/mf-scoreboards/2.0.0/remoteEntry.js?retry=1'
const page = '/r/mf-viewer/1.0.0/vendor.js'

test.each<[string, unknown, string | undefined]>([
  ['a remote’s own code', at(clocks), 'mf-clocks 1.0.0-ab12cd34'],
  ['the innermost of two', at(clocks, boards), 'mf-clocks 1.0.0-ab12cd34'],
  [
    'a remote below what all share',
    at('/r/shell/1.0.0/vendor.js', boards, '/r/shell/1.0.0/page.js'),
    'mf-scoreboards 2.0.0',
  ],
  ['a remote below the page that is one itself', at(page, boards), 'mf-scoreboards 2.0.0'],
  ['the page itself', at(page), 'mf-viewer 1.0.0'],
  ['the shell', at('/r/shell/1.0.0/page.js'), undefined],
  [
    'a script of somebody else',
    Object.assign(new Error(), { stack: 'at f (https://evil.test/r/mf-clocks/1.0.0/x.js:1:1)' }),
    undefined,
  ],
  ['no error', 'a sentence', undefined],
])('ACC-20 what was thrown in %s is put down to it: %#', (_what, thrown, expected) => {
  const blamed = blame(thrown, [origin], 'mf-viewer')
  expect(blamed && `${blamed.remote} ${blamed.version}`).toBe(expected)
})

test('ACC-20 what nobody caught is told with its remote: events, timers and rejections; what is nobody’s is not', () => {
  const told: string[] = []
  watchThrows([origin], undefined, ({ remote, version, code, reason }) =>
    told.push(`${remote} ${version} ${code} ${reason}`),
  )
  dispatchEvent(new ErrorEvent('error', { error: at(clocks) }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: at(boards) }))
  dispatchEvent(new ErrorEvent('error', { error: at('/other.js') }))
  dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
  dispatchEvent(
    Object.assign(new Event('unhandledrejection'), { reason: Object.assign(at(boards), { name: 'ChunkLoadError' }) }),
  )
  expect(told).toEqual([
    'mf-clocks 1.0.0-ab12cd34 REMOTE_UNCAUGHT no',
    'mf-scoreboards 2.0.0 REMOTE_UNCAUGHT no',
    'mf-scoreboards 2.0.0 REMOTE_CHUNK_FAILED no',
  ])
})
