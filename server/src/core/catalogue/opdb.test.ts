import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serverFolder } from '../../ground/process/config'
import { readExport } from './opdb'

const machine = (fields: object = {}) => ({
  opdb_id: 'G5pe4-MePZv',
  name: 'Medieval Madness',
  manufacture_date: '1997-06-01',
  manufacturer: { name: 'Williams' },
  ...fields,
})
const read = (...entries: unknown[]) => readExport(JSON.stringify(entries))

test('an export of machines and one of groups', () => {
  const from = (name: string) => readExport(readFileSync(path.join(serverFolder, 'fixtures', name), 'utf8'))
  const { machines, groups, skipped } = from('opdb-export.json')
  expect([machines.length, groups.length, skipped.length]).toEqual([13, 0, 0])
  expect(machines[0]).toEqual({
    opdbId: 'G50L9-MDxXD',
    groupId: 'G50L9',
    name: 'Challenger',
    manufacturer: 'Gottlieb',
    year: 1971,
    display: 'reels',
    playerCount: 2,
    ipdbId: null,
    abbreviations: [],
    isBuilt: true,
  })
  expect(machines.filter(({ isBuilt }) => !isBuilt).map(({ opdbId }) => opdbId)).toEqual(['G43W4-MrRpw'])
  expect(from('opdb-groups.json').groups[0]).toEqual({ opdbId: 'G43W4', name: 'AC/DC' })
})

test.each<[what: string, fields: object, read: object]>([
  ['a maker as text', { manufacturer: 'Bally' }, { manufacturer: 'Bally' }],
  ['no maker, no date', { manufacturer: null, manufacture_date: null }, { manufacturer: null, year: null }],
  ['a year alone', { manufacture_date: '1997' }, { year: 1997 }],
  ['a date that is none', { manufacture_date: '0000-00-00' }, { year: null }],
  ['a display in capitals', { display: 'DMD' }, { display: 'dmd' }],
  ['a display of another kind', { display: 'hologram' }, { display: null }],
  ['players that nobody counts', { player_count: 0 }, { playerCount: null }],
  ['an abbreviation', { shortname: ' mm ' }, { abbreviations: ['MM'] }],
  ['a sentence for an abbreviation', { shortname: 'the one with the castle' }, { abbreviations: [] }],
  ['an id of the other database', { ipdb_id: 4032 }, { ipdbId: 4032 }],
  ['an alias', { opdb_id: 'G5pe4-MePZv-A1B7O' }, { opdbId: 'G5pe4-MePZv-A1B7O', groupId: 'G5pe4' }],
  ['text that a database does not take', { name: 'Medieval\u0000 Mad\ud800ness' }, { name: 'Medieval  Mad\ufffdness' }],
])('%s', (_what, fields, expected) => {
  expect(read(machine(fields)).machines).toEqual([expect.objectContaining(expected)])
})

test.each<[reason: string, entry: unknown, what: string]>([
  ['no entry of a catalogue', 7, 'entry 2'],
  ['no entry of a catalogue', null, 'entry 2'],
  ['no id of the Open Pinball Database', { name: 'Funhouse' }, 'Funhouse'],
  ['no id of the Open Pinball Database', machine({ opdb_id: '5pe4-ePZv' }), '5pe4-ePZv Medieval Madness'],
  ['no name', machine({ opdb_id: 'G1-M1', name: '  ' }), 'G1-M1'],
  [
    'a name of more than 200 characters',
    machine({ opdb_id: 'G1-M1', name: 'x'.repeat(201) }),
    `G1-M1 ${'x'.repeat(201)}`,
  ],
  ['a second entry with this id', machine(), 'G5pe4-MePZv Medieval Madness'],
])('skipped, with %s: %j', (reason, entry, what) => {
  const { machines, skipped } = read(machine(), entry)
  expect(machines).toHaveLength(1)
  expect(skipped).toEqual([{ reason, what }])
})

test('lists beside each other in one object are taken together', () => {
  expect(
    readExport(JSON.stringify({ machines: [machine()], groups: [{ opdb_id: 'G5pe4', name: 'Medieval Madness' }] })),
  ).toMatchObject({ machines: [{}], groups: [{}] })
})

test.each([
  ['half a file', '[{"opdb_id":"G5pe4-MeP', /not valid JSON/],
  ['a page', '<!doctype html>', /not valid JSON/],
  ['no list', '{"message":"Unauthenticated."}', /a list of machines is expected/],
  ['a number', '7', /a list of machines is expected/],
  ['a list of something else', '[{"id":1,"title":"x"}]', /no entry has an id/],
  ['an empty list', '[]', /no entry has an id/],
])('%s is refused', (_what, text, sentence) => {
  expect(() => readExport(text)).toThrow(sentence)
})
