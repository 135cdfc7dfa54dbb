import type { Registry, RemoteVersion } from '@multiball/shared/schema'
import { textOf } from '../http/readings'
import { ClientErrors } from './clientErrors'

const version = {} as RemoteVersion
const registry: Registry = { rev: 1, remotes: { 'mf-xy': { enabled: true, active: '1.0.0', versions: { '1.0.0': version, '1.1.0': version } } } }
const linesOf = (errors: ClientErrors) => textOf(errors.readings()).split('\n').filter((line) => line.startsWith('multiball_client_errors_total{'))

test('failures are counted by remote, version and code', () => {
  const errors = new ClientErrors()
  for (const name of ['1.0.0', '1.1.0', '1.1.0']) errors.add({ remote: 'mf-xy', version: name, code: 'REMOTE_THREW' }, registry)
  errors.add({ remote: 'mf-xy', version: '1.1.0', code: 'REMOTE_ENTRY_TIMEOUT' }, registry)
  expect(linesOf(errors)).toEqual([
    'multiball_client_errors_total{remote="mf-xy",version="1.0.0",code="REMOTE_THREW"} 1',
    'multiball_client_errors_total{remote="mf-xy",version="1.1.0",code="REMOTE_THREW"} 2',
    'multiball_client_errors_total{remote="mf-xy",version="1.1.0",code="REMOTE_ENTRY_TIMEOUT"} 1',
  ])
})

test.each([
  ['mf-made-up', '1.0.0'],
  ['mf-xy', '9.9.9'],
])('of %s %s, which the registry does not know, nothing is counted', (remote, name) => {
  const errors = new ClientErrors()
  errors.add({ remote, version: name, code: 'REMOTE_THREW' }, registry)
  expect(linesOf(errors)).toEqual([])
})

test('codes that are made up cannot grow without end', () => {
  const errors = new ClientErrors()
  for (let at = 0; at < 500; at++) errors.add({ remote: 'mf-xy', version: '1.0.0', code: `CODE_${'A'.repeat(at)}` }, registry)
  expect(linesOf(errors).length).toBeLessThanOrEqual(30)
})
