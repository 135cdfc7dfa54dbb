import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { overlap, writeVersion } from './writeVersion'

const folder = mkdtempSync(path.join(tmpdir(), 'multiball-version-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(file: string, json: unknown) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), JSON.stringify(json))
}
const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as unknown

beforeEach(() => {
  write('shared/package.json', { name: '@multiball/shared', version: '2.1.0' })
  write('mf-xy/package.json', {
    name: '@multiball/mf-xy',
    version: '1.0.0',
    dependencies: { '@multiball/shared': '2.1.0', react: '19.0.0' },
  })
  write('mf-xy/remote.json', { requires: { shared: '^2.1.0', react: '^19.0.0' } })
  write('bench/package.json', { name: '@multiball/bench', version: '1.0.0' })
  write('package-lock.json', {
    packages: {
      shared: { name: '@multiball/shared', version: '2.1.0' },
      'mf-xy': { version: '1.0.0', devDependencies: { '@multiball/shared': '2.1.0' } },
      'node_modules/@multiball/shared': { resolved: 'shared', link: true },
    },
  })
})

test('SHP-01 a minor version is written everywhere, and asks nothing of remotes', () => {
  expect(writeVersion(folder, '2.2.0')).toEqual([])
  expect(read('shared/package.json')).toEqual({ name: '@multiball/shared', version: '2.2.0' })
  expect(read('mf-xy/package.json')).toEqual({
    name: '@multiball/mf-xy',
    version: '1.0.0',
    dependencies: { '@multiball/shared': '2.2.0', react: '19.0.0' },
  })
  expect(read('mf-xy/remote.json')).toEqual({ requires: { shared: '^2.1.0', react: '^19.0.0' } })
  expect(read('bench/package.json')).toEqual({ name: '@multiball/bench', version: '1.0.0' })
  expect(read('package-lock.json')).toEqual({
    packages: {
      shared: { name: '@multiball/shared', version: '2.2.0' },
      'mf-xy': { version: '1.0.0', devDependencies: { '@multiball/shared': '2.2.0' } },
      'node_modules/@multiball/shared': { resolved: 'shared', link: true },
    },
  })
})

test('SHP-01 the layout of files stays', () => {
  const text =
    '{\n  "name": "@multiball/mf-xy",\n  "scripts": { "dev": "multiball dev" },\n  "dependencies": { "@multiball/shared": "2.1.0" }\n}\n'
  writeFileSync(path.join(folder, 'mf-xy/package.json'), text)
  writeVersion(folder, '2.2.0')
  expect(readFileSync(path.join(folder, 'mf-xy/package.json'), 'utf8')).toBe(text.replace('2.1.0', '2.2.0'))
})

test('SHP-01 with a major version remotes say that they run with both', () => {
  expect(writeVersion(folder, '3.0.0')).toEqual([
    expect.stringContaining('mf-xy requires ^2.1.0 || ^3.0.0 now: publish it before the pages'),
  ])
  expect(read('mf-xy/remote.json')).toEqual({ requires: { shared: '^2.1.0 || ^3.0.0', react: '^19.0.0' } })
})

test.each([
  ['^2.1.0', '2.2.0', '^2.1.0'],
  ['^2.1.0', '3.0.0', '^2.1.0 || ^3.0.0'],
  ['^2.1.0 || ^3.0.0', '3.1.0', '^2.1.0 || ^3.0.0'],
  ['^2.1.0 || ^3.0.0', '4.0.0', '^3.0.0 || ^4.0.0'],
])('of %s becomes with %s %s', (range, version, expected) => {
  expect(overlap(range, version)).toBe(expected)
})
