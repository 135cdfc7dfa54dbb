import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { RemoteManifest } from '@multiball/shared/schema'
import * as v from 'valibot'
import { root } from '../disk/paths'
import { writeFormatted } from './createRemote'
import { boardTypeNamesOf, namesOf, scaffold } from './scaffold'

const pins = { shared: '1.4.0', platform: '1.0.0', react: '19.3.1', jotai: '3.0.1', valibot: '1.5.0' }

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
  expect(manifest).toMatchObject({
    routes: [{ path: '/prizes/*', expose: './routes' }],
    navigation: { path: '/prizes' },
    requires: { shared: '^1.4.0', react: '^19.0.0' },
  })
  for (const file of Object.values(manifest.exposes)) expect(Object.keys(files)).toContain(file.slice(2))
  const { dependencies } = JSON.parse(files['package.json']!) as { dependencies: Record<string, string> }
  expect(dependencies).toEqual({ '@multiball/shared': '1.4.0', jotai: '3.0.1', react: '19.3.1', 'react-dom': '19.3.1' })
})

test('a new remote is written as lint asks for it, however long its name is', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-scaffold-'))
  const names = ['mf-menu', 'mf-nights-of-the-regulars-friends']
  for (const name of names) {
    writeFormatted(path.join(folder, name), scaffold(name, pins))
    writeFormatted(path.join(folder, `${name}-type`), scaffold(name, pins, { isBoardType: true }))
  }
  const prettier = createRequire(import.meta.url).resolve('prettier/bin/prettier.cjs')
  const config = path.join(root, '.prettierrc.json')
  const { status, stdout, stderr } = spawnSync(process.execPath, [prettier, '--check', '--config', config, folder], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0, said: expect.stringContaining('All matched') })
})

test.each(['prizes', 'mf-', 'mf-Prizes', 'mf-../evil', 'mf-a b', ''])('no remote is called %j', (name) => {
  expect(() => scaffold(name, pins)).toThrow()
})

describe('SHP-09 a new board type', () => {
  test.each([
    ['mf-prizes', 'prize', 'prize', 'prizes'],
    ['mf-tap-lists', 'taplist', 'tap list', 'tap lists'],
    ['mf-menu', 'menu', 'menu', 'menus'],
    ['mf-top10s', 'top', 'top10', 'top10s'],
  ])('of %s is called %s, and in sentences %s, %s', (remote, type, singular, plural) => {
    expect(boardTypeNamesOf(remote)).toEqual({ type, singular, plural })
  })

  test.each(['mf-scoreboards', 'mf-players', 'mf-x2'])('cannot be that of %s', (remote) => {
    expect(() => boardTypeNamesOf(remote)).toThrow(/No board type can be called/)
  })

  test('says what it is, and has each file that it names', () => {
    const files = scaffold('mf-tap-lists', pins, { isBoardType: true })
    const manifest = v.parse(RemoteManifest, JSON.parse(files['remote.json']!))
    expect(manifest).toMatchObject({
      display: 'taplist',
      boardType: { name: 'taplist', path: 'tap-lists', gridCell: true },
    })
    for (const file of [...Object.values(manifest.exposes), manifest.boardType!.settings])
      expect(Object.keys(files)).toContain(file.slice(2))
    expect(JSON.parse(files['package.json']!)).toMatchObject({ dependencies: { valibot: '1.5.0' } })
    expect(Object.values(files).join('')).not.toMatch(/__[A-Za-z]+__/)
  })
})
