import type { Registry, RemoteVersion } from '@multiball/shared/schema'
import { VisitCounts } from './failures.service'

const version = {} as RemoteVersion
const registry: Registry = {
  rev: 1,
  remotes: { 'mf-xy': { enabled: true, active: '1.0.0', versions: { '1.0.0': version, '1.1.0': version } } },
}
const one = { remote: 'mf-xy', version: '1.1.0' }
const threw = { ...one, code: 'REMOTE_THREW' }
const from = (visit: string, address = '10.0.0.1') => ({ visit, address })

const counted = (counts: VisitCounts) =>
  counts.take().map(({ remote, version: name, visits, failed, codes }) => ({
    remote,
    version: name,
    visits,
    failed,
    codes: Object.fromEntries([...codes].map(([code, { count }]) => [code, count])),
  }))

test('visits count once, and those in which a version failed once, however often and in whatever way', () => {
  const counts = new VisitCounts()
  for (const visit of ['a', 'b', 'b', 'c']) counts.visited(from(visit), one, registry)
  for (let times = 0; times < 5; times++) counts.failed(from('a'), threw, registry)
  counts.failed(from('a'), { ...threw, code: 'DISPLAY_THREW' }, registry)
  expect(counted(counts)).toEqual([{ ...one, visits: 3, failed: 1, codes: { REMOTE_THREW: 1, DISPLAY_THREW: 1 } }])
  expect(counts.take()).toEqual([])
})

test('a clock that is set to another day lets no visit count twice, and none stay out', () => {
  const now = jest.spyOn(Date, 'now')
  const counts = new VisitCounts()
  const day = 86_400_000
  try {
    for (const set of [0, 2 * day, -2 * day]) {
      now.mockReturnValue(1_790_000_000_000 + set)
      counts.visited(from('a'), one, registry)
    }
    for (let at = 0; at < 5; at++) counts.failed(from(`visitor ${at}`, `9.9.9.${at}`), threw, registry)
  } finally {
    now.mockRestore()
  }
  expect(counted(counts)).toEqual([{ ...one, visits: 6, failed: 5, codes: { REMOTE_THREW: 5 } }])
})

test('a version that failed before it was there was visited too', () => {
  const counts = new VisitCounts()
  counts.failed(from('a'), threw, registry)
  counts.visited(from('a'), one, registry)
  expect(counted(counts)).toEqual([{ ...one, visits: 1, failed: 1, codes: { REMOTE_THREW: 1 } }])
})

test.each([
  ['mf-made-up', '1.0.0'],
  ['mf-xy', '9.9.9'],
  ['mf-xy', 'constructor'],
])('of %s %s, which the registry does not know, nothing is counted', (remote, name) => {
  const counts = new VisitCounts()
  counts.visited(from('a'), { remote, version: name }, registry)
  expect(counts.failed(from('a'), { ...threw, remote, version: name }, registry)).toBe(false)
  expect(counts.take()).toEqual([])
})

test('one stranger cannot take a release back, and many networks can', () => {
  const counts = new VisitCounts()
  for (let at = 0; at < 50; at++) counts.failed(from(`stranger ${at}`, '8.8.4.4'), threw, registry)
  expect(counted(counts)).toEqual([{ ...one, visits: 3, failed: 3, codes: { REMOTE_THREW: 3 } }])
  for (let at = 0; at < 50; at++) counts.failed(from(`visitor ${at}`, `9.9.9.${at}`), threw, registry)
  expect(counted(counts)[0]).toMatchObject({ failed: 50 })
})

test('one stranger cannot let a bad release pass either', () => {
  const counts = new VisitCounts()
  for (let at = 0; at < 5000; at++) counts.visited(from(`stranger ${at}`, '2a00::7'), one, registry)
  expect(counted(counts)[0]!.visits).toBeLessThanOrEqual(200)
})

test.each(['::1', '127.0.0.1', '10.1.2.3', '::ffff:192.168.0.4', 'fd00::1', ''])(
  'what comes through %j, as of a proxy, tells nobody apart, and all of it counts',
  (address) => {
    const counts = new VisitCounts()
    for (let at = 0; at < 20; at++) counts.failed(from(`visitor ${at}`, address), threw, registry)
    expect(counted(counts)[0]).toMatchObject({ failed: 20 })
  },
)

test('codes that are made up cannot grow without end', () => {
  const counts = new VisitCounts()
  for (let at = 0; at < 500; at++)
    counts.failed(from(`visitor ${at}`), { ...threw, code: `CODE_${'A'.repeat(at)}` }, registry)
  expect(counts.take()[0]!.codes.size).toBeLessThanOrEqual(30)
})

test('codes that one stranger makes up leave every failure of others counted', () => {
  const counts = new VisitCounts()
  for (let at = 0; at < 50; at++)
    counts.failed(from(`stranger ${at}`, '8.8.4.4'), { ...threw, code: `CODE_${'A'.repeat(at)}` }, registry)
  counts.take()
  for (let at = 0; at < 50; at++) counts.failed(from(`visitor ${at}`, `9.9.9.${at}`), threw, registry)
  expect(counted(counts)).toEqual([{ ...one, visits: 50, failed: 50, codes: { REMOTE_THREW: 50 } }])
})

test('a visit that failed in a way for which there is no room any more has failed all the same', () => {
  const counts = new VisitCounts()
  for (let at = 0; at < 30; at++)
    counts.failed(from(`visitor ${at}`), { ...threw, code: `CODE_${'A'.repeat(at)}` }, registry)
  counts.take()
  counts.failed(from('last'), threw, registry)
  expect(counted(counts)).toEqual([{ ...one, visits: 1, failed: 1, codes: {} }])
})

test('what could not be stored is not lost', () => {
  const counts = new VisitCounts()
  counts.failed(from('a'), { ...threw, message: 'older' }, registry)
  const taken = counts.take()
  counts.failed(from('b'), { ...threw, message: 'newer' }, registry)
  counts.giveBack(taken)
  expect(counts.take()).toEqual([
    { ...one, visits: 2, failed: 2, loads: [], codes: new Map([['REMOTE_THREW', { count: 2, message: 'newer' }]]) },
  ])
})
