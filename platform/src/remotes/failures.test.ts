import type { Registry } from '@multiball/shared/schema'
import { limitsOf, listReports, readReports, refusalOf } from './failures'

const lines = (version: string, visits: number, failed: number, codes: Record<string, number> = {}) => [
  `multiball_remote_visits{remote="mf-xy",version="${version}"} ${visits}`,
  `multiball_remote_failed_visits{remote="mf-xy",version="${version}"} ${failed}`,
  ...Object.entries(codes).map(
    ([code, count]) => `multiball_remote_failures{remote="mf-xy",version="${version}",code="${code}"} ${count}`,
  ),
]
const metrics = [
  '# HELP multiball_remote_visits Visits',
  'multiball_sockets 3',
  ...lines('1.0.0', 1000, 2, { REMOTE_THREW: 2 }),
  ...lines('1.1.0', 100, 9, { REMOTE_THREW: 5, REMOTE_ENTRY_TIMEOUT: 7 }),
  '',
].join('\n')
const registry = {
  rev: 1,
  remotes: { 'mf-xy': { enabled: true, active: '1.0.0', canary: { version: '1.1.0', percent: 5 }, versions: {} } },
} as Registry

test('SHP-03 what pages reported is listed by version, the worst share of its visits first, with whose version it is', () => {
  expect(listReports(registry, readReports([metrics]))).toEqual([
    expect.stringMatching(
      /^ +9\.0 % {2}mf-xy +1\.1\.0 \(canary for 5 %\): failed in 9 of 100 visits, REMOTE_ENTRY_TIMEOUT 7, REMOTE_THREW 5$/,
    ),
    expect.stringMatching(/^ +0\.2 % {2}mf-xy +1\.0\.0 \(active\): failed in 2 of 1000 visits, REMOTE_THREW 2$/),
  ])
})

test('SHP-03 servers of one database say the same, and are not added up', () => {
  const [one] = readReports([metrics, lines('1.0.0', 1004, 2).join('\n')])
  expect(one).toEqual({ remote: 'mf-xy', version: '1.0.0', visits: 1004, failed: 2, codes: { REMOTE_THREW: 2 } })
})

test('SHP-03 nothing is said to be nothing, of how many visits', () => {
  expect(listReports(registry, readReports([lines('1.0.0', 12, 0).join('\n')]))).toEqual([
    'No page has reported a failure, in 12 visits.',
  ])
})

test.each([
  ['3 failures in 50,000 visits', 50_000, 3, undefined],
  ['as many as may be', 300, 3, undefined],
  ['3 failures in 60 visits', 60, 3, /failed in 3 of 60 visits \(5\.0 %\), and at most 1 % may.*rollback mf-xy/],
  ['3 failures in 5 visits', 5, 3, /cannot be judged yet: 5 visits, and 20 are needed/],
  ['no visits at all', 0, 0, /cannot be judged yet: 0 visits/],
])('SHP-03 %s', (_what, visits, failed, expected) => {
  const refusal = refusalOf(
    { remote: 'mf-xy', version: '1.1.0', visits, failed, codes: {} },
    { mostPercent: 1, fewestVisits: 20 },
  )
  if (expected) expect(refusal).toMatch(expected)
  else expect(refusal).toBeUndefined()
})

test.each([
  ['0%', 0],
  ['0.5%', 0.5],
  ['100%', 100],
  ['101%', undefined],
  ['1', undefined],
])('SHP-03 --most %s', (most, expected) => {
  const read = () => limitsOf({ most, fewestVisits: undefined, remote: 'mf-xy', version: '1.1.0' })
  if (expected !== undefined) expect(read()).toEqual({ mostPercent: expected, fewestVisits: 20 })
  else expect(read).toThrow(`--most is a share of the visits, from 0% to 100%, such as --most 1%, and not ${most}.`)
})
