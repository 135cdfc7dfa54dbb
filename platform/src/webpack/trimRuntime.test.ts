import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { checkRuntime, ownRanges, runtimeAliases, runtimeRule, trimmedFiles } from './trimRuntime'
import { satisfy } from './runtimeRanges'

const trim = createRequire(import.meta.url)('./trimRuntimeLoader.cjs') as (
  source: string,
  map: undefined,
  meta: undefined,
  file: string,
) => string
type File = keyof typeof trimmedFiles
const sourceOf = (file: File) => readFileSync(trimmedFiles[file], 'utf8')
const trimmedOf = (file: File, source = sourceOf(file)) => trim(source, undefined, undefined, file)

test('of the federation runtime, what nothing calls is left out, and says so when it is called', () => {
  const trimmed = trimmedOf('remote')
  expect(trimmed).toContain('preloadRemote() { throw new Error("preloadRemote is left out of this build"); }')
  expect(trimmed).toContain('removeRemote() { throw new Error("removeRemote is left out of this build"); }')
  expect(trimmed).not.toMatch(/generatePreloadAssets\.emit|moduleCache\.delete/)
  expect(trimmed).toContain('async loadRemote(id, options) {')
  expect(trimmed.length).toBeLessThan(sourceOf('remote').length * 0.7)
  expect(trimmedOf('shared')).toMatch(
    /async loadShare\([^]*\tloadShareSync\(\) \{ throw new Error\("loadShareSync is left out of this build"\); \}\n\tinitShareScopeMap\(/,
  )
  expect(trimmedOf('shared')).not.toMatch(/this\.emit(?:After|Error)/)
  expect(trimmedOf('share')).toContain('\nfunction shouldUseTreeShaking() { return false; }\n/**\n')
  expect(trimmedOf('load')).toMatch(
    /async function loadEsmEntry\(\) \{ throw .*\nasync function loadSystemJsEntry\(\) \{ throw .*\nfunction handleRemoteEntryLoaded\(/,
  )
})

test('what the runtime only tells its plugins is left out, and all else of its modules stays', () => {
  const trimmed = trimmedOf('module')
  expect(trimmed.match(/lifecycle\.\w+/g)).toEqual([
    'lifecycle.beforeInitContainer',
    'lifecycle.initContainer',
    'lifecycle.getModuleFactory',
  ])
  const without = sourceOf('module').replace(
    /^\t*await this\.host\.loaderHook\.lifecycle\.\w+\.emit\(\{$[^]*?^\t*\}\);\n/gm,
    '',
  )
  expect(trimmed).toBe(without)
  expect(() => trimmedOf('module', sourceOf('module').replace('afterGetExpose.emit', 'afterExpose.emit'))).toThrow(
    'tells its plugins 11 things in module',
  )
})

test('every file of the runtime that has another in its place is there', () => {
  for (const file of Object.values(trimmedFiles)) expect(file).toMatch(runtimeRule.test as RegExp)
  expect(
    [...Object.entries(runtimeAliases).flat(), ...Object.values(trimmedFiles)].filter((file) => !existsSync(file)),
  ).toEqual([])
})

test('no build is made from a federation runtime of another version, or with other insides', () => {
  expect(() => checkRuntime('2.9.3')).toThrow('is 2.9.3')
  expect(() =>
    trimmedOf('remote', sourceOf('remote').replace('async preloadRemote(', 'async preloadRemotes(')),
  ).toThrow('preloadRemote is not where it was')
})

test('a version is in the same ranges as for the runtime itself', () => {
  const own = createRequire(import.meta.url)(ownRanges.replace(/js$/, 'cjs')) as { satisfy: typeof satisfy }
  const ranges = [
    '*',
    'x',
    '',
    '1',
    '1.2',
    '1.2.3',
    '=1.2.3',
    'v1.2.3',
    '1.x',
    '1.2.x',
    '1.*',
    '^1',
    '^1.2',
    '^1.2.3',
    '^0',
    '^0.2',
    '^0.2.3',
    '^0.0',
    '^0.0.3',
    '~1',
    '~1.2',
    '~1.2.3',
    '~0.2.3',
    '>1',
    '>1.2',
    '>1.2.3',
    '>=1',
    '>=1.2.3',
    '<1',
    '<1.2.3',
    '<=1',
    '<=1.2',
    '<=1.2.3',
    '>=1.2.3 <2.0.0',
    '1.2.3 - 1.4.0',
    '1.2 - 1.4',
    '^1.2.3 || ^2.0.0',
    '^3.0.0 || >=0.2.0 <0.3.0',
    '^ 1.2.3',
  ]
  const versions = [
    '0.0.2',
    '0.0.3',
    '0.0.4',
    '0.2.2',
    '0.2.3',
    '0.3.0',
    '1.0.0',
    '1.2.2',
    '1.2.3',
    '1.2.4',
    '1.3.0',
    '1.4.0',
    '1.4.1',
    '2.0.0',
    '2.3.1',
    '3.0.0',
    '19.3.1',
    'none',
    '',
  ]
  const answers = (reads: typeof satisfy) =>
    ranges.map((range) => `${range}: ${versions.filter((version) => reads(version, range)).join()}`)
  expect(answers(satisfy)).toEqual(answers(own.satisfy))
})
