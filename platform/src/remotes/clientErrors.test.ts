import type { Registry } from '@multiball/shared/schema'
import { addUp, listErrorCounts, readErrorCounts } from './clientErrors'

const line = (version: string, code: string, count: number) => `multiball_client_errors_total{remote="mf-xy",version="${version}",code="${code}"} ${count}`
const metrics = ['# HELP multiball_client_errors_total Failures', 'multiball_sockets 3', line('1.0.0', 'REMOTE_THREW', 2), line('1.1.0', 'REMOTE_THREW', 5), line('1.1.0', 'REMOTE_ENTRY_TIMEOUT', 7), ''].join('\n')
const registry = { rev: 1, remotes: { 'mf-xy': { enabled: true, active: '1.0.0', canary: { version: '1.1.0', percent: 5 }, versions: {} } } } as Registry

test('what pages reported is listed by version, the worst first, with whose version it is', () => {
  expect(listErrorCounts(registry, readErrorCounts(metrics))).toEqual([
    expect.stringMatching(/^ +12 {2}mf-xy +1\.1\.0 \(canary for 5 %\): REMOTE_ENTRY_TIMEOUT 7, REMOTE_THREW 5$/),
    expect.stringMatching(/^ +2 {2}mf-xy +1\.0\.0 \(active\): REMOTE_THREW 2$/),
  ])
})

test('several processes are added up', () => {
  expect(addUp([...readErrorCounts(metrics), ...readErrorCounts(line('1.0.0', 'REMOTE_THREW', 40))])).toContainEqual({ remote: 'mf-xy', version: '1.0.0', code: 'REMOTE_THREW', count: 42 })
})

test('nothing is said to be nothing', () => {
  expect(listErrorCounts(registry, readErrorCounts('multiball_sockets 3\n'))).toEqual([expect.stringMatching(/No page/)])
})
