import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { checkRuntime, remoteHandler, runtimeAliases, runtimeRule } from './trimRuntime'

const trim = createRequire(import.meta.url)('./trimRuntimeLoader.cjs') as (source: string) => string
const source = readFileSync(remoteHandler, 'utf8')

test('of the federation runtime, methods that nothing calls are left out, and say so when they are called', () => {
  const trimmed = trim(source)
  expect(trimmed).toContain('preloadRemote() { throw new Error("preloadRemote is left out of this build"); }')
  expect(trimmed).toContain('removeRemote() { throw new Error("removeRemote is left out of this build"); }')
  expect(trimmed).not.toMatch(/generatePreloadAssets\.emit|moduleCache\.delete/)
  expect(trimmed).toContain('async loadRemote(id, options) {')
  expect(trimmed.length).toBeLessThan(source.length * 0.7)
})

test('every file of the runtime that has another in its place is there', () => {
  expect(remoteHandler).toMatch(runtimeRule.test as RegExp)
  expect(Object.entries(runtimeAliases).flat().filter((file) => !existsSync(file))).toEqual([])
})

test('no build is made from a federation runtime of another version, or with other insides', () => {
  expect(() => checkRuntime('2.9.3')).toThrow('is 2.9.3')
  expect(() => trim(source.replace('async preloadRemote(', 'async preloadRemotes('))).toThrow('preloadRemote is not where it was')
})
