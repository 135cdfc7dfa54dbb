import path from 'node:path'
import type { RuleSetRule } from 'webpack'
import { root } from '../disk/paths'
import { configuration } from './configuration'

const { module: compiled, cache } = configuration({
  folder: path.join(root, 'mf-scoreboards'),
  name: 'mf-scoreboards',
  version: '1.0.0',
})
const compiles = (file: string) =>
  (compiled!.rules as RuleSetRule[]).some(
    ({ test, exclude }) => (test as RegExp).test(file) && !(exclude instanceof RegExp && exclude.test(file)),
  )

test.each([
  ['a source of the remote', '/team/mf-x/src/routes.tsx', true],
  ['shared in the workspace', '/work/shared/src/schema/index.ts', true],
  [
    'shared as a package, where a remote is alone',
    '/team/mf-x/node_modules/@multiball/shared/src/schema/index.ts',
    true,
  ],
  ['sources that another package brings along', '/team/mf-x/node_modules/valibot/src/index.ts', false],
])('%s (%s) is compiled: %j', (_what, file, expected) => expect(compiles(file)).toBe(expected))

test('a build takes nothing from the cache that was made by other tools', () => {
  expect(cache).toMatchObject({
    buildDependencies: { config: expect.arrayContaining([`${import.meta.dirname}/`]) as unknown },
  })
})
