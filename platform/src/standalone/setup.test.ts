import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setup } from './createStandalone'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'multiball-setup-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

test('a remote that is alone gets the presets and the scripts, and keeps its own', () => {
  writeFileSync(path.join(folder, 'remote.json'), '{}')
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: '@multiball/mf-xy', scripts: { dev: 'old', mine: 'true' } }),
  )
  setup(folder, () => {})
  expect(JSON.parse(read('tsconfig.json'))).toEqual({ extends: '@multiball/platform/tsconfig.remote.json' })
  for (const tool of ['eslint', 'jest']) expect(read(`${tool}.config.mjs`)).toContain(`'@multiball/platform/${tool}'`)
  expect(read('.gitignore')).toContain('node_modules/')
  expect(read('.npmrc')).toContain('legacy-peer-deps=true')
  expect(JSON.parse(read('package.json'))).toMatchObject({
    name: '@multiball/mf-xy',
    scripts: { mine: 'true', dev: 'multiball dev', remotes: 'multiball' },
  })
})

test('where there is no remote nothing is written', () => {
  expect(() => setup(folder, () => {})).toThrow(/not a remote/)
})
