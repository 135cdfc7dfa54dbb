import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PublishedBoardType } from '@multiball/shared/schema'
import * as v from 'valibot'
import { integrityOf } from '../disk/fileHashes'
import { ChangeRefused } from '../command/refused'
import { readSettings } from './boardTypes'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'multiball-settings-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const type = v.parse(PublishedBoardType, {
  name: 'taplist',
  path: 'tap-lists',
  singular: 'tap list',
  plural: 'tap lists',
  purpose: 'What is on tap.',
  example: {},
  settings: { src: '/r/mf-taps/1.0.0/settings.json', integrity: integrityOf('{"type":"object"}') },
})
const place = () => path.join(folder, 'settings.json')

test('SHP-08 the settings that run are read as they were published', () => {
  writeFileSync(place(), '{"type":"object"}')
  expect(readSettings(type, place)).toEqual({ type: 'object' })
})

test.each([
  ['is missing', () => {}, /settings\.json, the settings of the board type taplist, is missing\. .*rollback mf-taps$/],
  ['was changed', () => writeFileSync(place(), '{}'), /is not the file that was published/],
])('SHP-08 where the file of the settings that run %s, nothing is published over it', (_what, harm, sentence) => {
  harm()
  expect(() => readSettings(type, place)).toThrow(ChangeRefused)
  expect(() => readSettings(type, place)).toThrow(sentence)
})
