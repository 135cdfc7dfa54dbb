import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { store } from './deployPackage'

test('a publish that the disk refuses leaves no half of a version behind', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-store-'))
  const deploy = path.join(folder, 'deploy')
  mkdirSync(path.join(folder, 'dist'))
  writeFileSync(path.join(folder, 'dist/entry.js'), 'export {}')
  mkdirSync(deploy)
  writeFileSync(path.join(deploy, 'maps'), 'a file where the folder should be')
  await expect(store({ folder, name: 'mf-xy', version: '1.0.0' }, deploy)).rejects.toThrow()
  expect(readdirSync(path.join(deploy, 'r/mf-xy'))).toEqual([])
  rmSync(path.join(deploy, 'maps'))
  await store({ folder, name: 'mf-xy', version: '1.0.0' }, deploy)
  expect(readdirSync(path.join(deploy, 'r/mf-xy'))).toEqual(['1.0.0'])
  rmSync(folder, { recursive: true })
})
