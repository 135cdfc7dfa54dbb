import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { RemoteManifest } from '@multiball/shared/schema'
import * as v from 'valibot'
import { createStandalone } from './createStandalone'
import { mustBeDeployFolder } from './mustBeDeployFolder'

const place = mkdtempSync(path.join(tmpdir(), 'multiball-create-'))
afterAll(() => rmSync(place, { recursive: true }))

function folderOf(name: string): string {
  const folder = path.join(place, name)
  mkdirSync(folder)
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ dependencies: { '@multiball/shared': 'file:packages/multiball-shared-2.0.0.tgz' } }),
  )
  return folder
}

test('SHP-05 a remote is made where only the packages are, which stay where they lie', () => {
  const folder = folderOf('mf-prizes')
  createStandalone(folder, {}, () => {})
  const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as unknown
  expect(v.parse(RemoteManifest, read('remote.json'))).toMatchObject({ navigation: { path: '/prizes' } })
  expect(read('package.json')).toMatchObject({
    name: '@multiball/mf-prizes',
    type: 'module',
    scripts: { test: 'jest && multiball contract' },
    dependencies: { '@multiball/shared': 'file:packages/multiball-shared-2.0.0.tgz' },
  })
  expect(read('tsconfig.json')).toEqual({ extends: '@multiball/platform/tsconfig.remote.json' })
  expect(readFileSync(path.join(folder, 'src/routes.tsx'), 'utf8')).toContain('PrizesPage')
  expect(() => createStandalone(folder, {}, () => {})).toThrow('There is already a remote here.')
})

test('SHP-05 a remote that would have an address of the platform is not made', () => {
  expect(() => createStandalone(folderOf('mf-profile'), {}, () => {})).toThrow('/profile belongs to Multiball itself')
})

test('SHP-05 a folder with another name is no remote’s', () => {
  expect(() => createStandalone(folderOf('prizes'), {}, () => {})).toThrow(/is mf- followed by/)
})

test('SHP-05 a folder that no server has is not published to, as where its name is mistyped or its volume is not mounted', () => {
  expect(() => mustBeDeployFolder(undefined)).toThrow('DEPLOY_DIR names the deploy folder')
  expect(() => mustBeDeployFolder(path.join(place, 'nowhere'))).toThrow(
    `${path.join(place, 'nowhere')} is not the deploy folder of a server`,
  )
  const folder = path.join(place, 'deploy')
  mkdirSync(folder)
  expect(() => mustBeDeployFolder(folder)).toThrow('Set DEPLOY_DIR as the server has it, and mount its volume.')
  writeFileSync(path.join(folder, 'registry.json'), '{}')
  expect(() => mustBeDeployFolder(folder)).not.toThrow()
})
