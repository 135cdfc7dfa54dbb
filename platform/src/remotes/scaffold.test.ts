import { RemoteManifest } from '@multiball/shared/schema'
import * as v from 'valibot'
import { namesOf, scaffold } from './scaffold'

const pins = { shared: '1.4.0', platform: '1.0.0', react: '19.3.1', jotai: '3.0.1' }

test.each([
  ['mf-prizes', '/prizes', 'Prizes', 'Prizes'],
  ['mf-prize-draws', '/prize-draws', 'Prize draws', 'PrizeDraws'],
  ['mf-x2', '/x2', 'X2', 'X2'],
])('%s has the path %s and the label %s', (remote, path, label, component) => {
  expect(namesOf(remote)).toEqual({ path, label, component })
})

test('a new remote says what it is, asks for what is there, and names exact versions', () => {
  const files = scaffold('mf-prizes', pins)
  const manifest = v.parse(RemoteManifest, JSON.parse(files['remote.json']!))
  expect(manifest).toMatchObject({ routes: [{ path: '/prizes/*', expose: './routes' }], navigation: { path: '/prizes' }, requires: { shared: '^1.4.0', react: '^19.0.0' } })
  for (const file of Object.values(manifest.exposes)) expect(Object.keys(files)).toContain(file.slice(2))
  const { dependencies } = JSON.parse(files['package.json']!) as { dependencies: Record<string, string> }
  expect(dependencies).toEqual({ '@multiball/shared': '1.4.0', jotai: '3.0.1', react: '19.3.1', 'react-dom': '19.3.1' })
})

test.each(['prizes', 'mf-', 'mf-Prizes', 'mf-../evil', 'mf-a b', ''])('no remote is called %j', (name) => {
  expect(() => scaffold(name, pins)).toThrow()
})
