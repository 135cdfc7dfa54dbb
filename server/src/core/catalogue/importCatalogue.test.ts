import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { serverFolder } from '../../ground/process/config'
import { makeUser, makeVenue, makeVenueMachine, useTestDatabase } from '../../testing'
import { importCatalogue } from './importCatalogue'
import { readExport } from './opdb'
import { reportText } from './reportText'
import { seedCatalogue } from './seed'

const database = useTestDatabase()

const fixture = (name: string) => readExport(readFileSync(path.join(serverFolder, 'fixtures', name), 'utf8'))
const machinesFile = fixture('opdb-export.json')
const groupsFile = fixture('opdb-groups.json')

/** What stands for all of it, with the transactions that wrote it. */
const catalogue = async () =>
  (
    await sql`
    select (select md5(string_agg(m::text || m.xmin::text, '' order by id)) from machines m) as machines,
      (select md5(string_agg(g::text || g.xmin::text, '' order by id)) from machine_groups g) as groups
  `.execute(database.db)
  ).rows
const machine = async (opdbId: string) =>
  (
    await sql<object>`select m.name, manufacturer, year, display, player_count, g.name as "group" from machines m join machine_groups g on g.id = group_id where m.opdb_id = ${opdbId}`.execute(
      database.db,
    )
  ).rows[0]

test('what was never built as such is left out, unless the catalogue has it', async () => {
  const unbuilt = {
    ...machinesFile.machines.find(({ isBuilt }) => !isBuilt)!,
    opdbId: 'G43W4-M00000',
    name: 'AC/DC (all)',
  }
  const report = await importCatalogue(database.db, { machines: [unbuilt], groups: [], skipped: [] }, { isDry: true })
  expect(report.skipped).toEqual([
    { reason: 'never built as such, only its editions were', what: 'G43W4-M00000 AC/DC (all)' },
  ])
})

test('a dry run says what would be done, and does nothing', async () => {
  const before = await catalogue()
  const report = await importCatalogue(database.db, machinesFile, { isDry: true })
  expect(report.machines).toMatchObject({ added: 1, unchanged: 6 })
  expect(await catalogue()).toEqual(before)
})

test('an import adds and corrects machines with their groups; venues keep theirs, under their names', async () => {
  const owner = await makeUser(database.db)
  const venueId = await makeVenue(database.db, owner.id, 'AC/DC Pro (original)')
  const stands = await makeVenueMachine(database.db, owner.id, { venueId, machine: 'AC/DC Pro (original)' })
  const venues = async () =>
    (
      await sql`select v.*, m.* from venues v join venue_machines m on m.venue_id = v.id where m.id = ${stands}`.execute(
        database.db,
      )
    ).rows
  const before = await venues()

  const report = await importCatalogue(database.db, machinesFile)
  expect({ ...report.machines, changed: report.machines.changed.length }).toEqual({
    added: 1,
    changed: 6,
    unchanged: 6,
  })
  expect(report.groups).toEqual({ added: 0, changed: [], unchanged: 9 })
  expect(report.skipped).toEqual([])
  expect(report.others).toBe(2315 - 12)
  expect(report.machines.changed.find(({ opdbId }) => opdbId === 'G43W4-MKNW0')).toEqual({
    opdbId: 'G43W4-MKNW0',
    name: 'AC/DC (Pro)',
    facts: ['name AC/DC Pro (original) → AC/DC (Pro)'],
  })
  expect(await machine('G50L9-MDxXD')).toEqual({
    name: 'Challenger',
    manufacturer: 'Gottlieb',
    year: 1971,
    display: 'reels',
    player_count: 2,
    group: 'Challenger',
  })
  expect(report.machines.changed.find(({ opdbId }) => opdbId === 'G59wx-MLnZ3')?.facts).toEqual(['players unknown → 4'])
  // The file calls its digits alphanumeric.
  expect(await machine('G59wx-MLnZ3')).toMatchObject({ name: 'Evel Knievel', display: 'numeric', player_count: 4 })
  expect(await machine('G43W4-MrRpw-A1B7O')).toMatchObject({ name: 'AC/DC (Back in Black LE)', group: 'AC/DC' })
  expect(await venues()).toEqual(before)
})

test('the same file again changes nothing, not even a row', async () => {
  const before = await catalogue()
  const report = await importCatalogue(database.db, machinesFile)
  expect(report).toMatchObject({
    machines: { added: 0, changed: [], unchanged: 13 },
    groups: { added: 0, changed: [], unchanged: 9 },
  })
  expect(await catalogue()).toEqual(before)
})

test('the next start leaves alone what was imported', async () => {
  const before = await catalogue()
  await seedCatalogue(database.db)
  expect(await catalogue()).toEqual(before)
  expect(await machine('G43W4-MKNW0')).toMatchObject({ name: 'AC/DC (Pro)' })
})

test('a file of groups names those that have machines', async () => {
  expect(await importCatalogue(database.db, groupsFile)).toMatchObject({
    machines: { added: 0, changed: [], unchanged: 0 },
    groups: {
      added: 0,
      changed: [{ opdbId: 'G5pe4', facts: ['name Medieval Madness → Medieval Madness (all editions)'] }],
      unchanged: 2,
    },
  })
  await seedCatalogue(database.db)
  expect(await machine('G5pe4-MePZv')).toMatchObject({ group: 'Medieval Madness (all editions)' })
})

test('what a file does not say stays', async () => {
  const [challenger] = machinesFile.machines
  const silent = { ...challenger!, manufacturer: null, year: null, display: null, playerCount: null }
  expect(await importCatalogue(database.db, { machines: [silent], groups: [], skipped: [] })).toMatchObject({
    machines: { changed: [], unchanged: 1 },
  })
  expect(await machine('G50L9-MDxXD')).toMatchObject({
    manufacturer: 'Gottlieb',
    year: 1971,
    display: 'reels',
    player_count: 2,
  })
})

test('what fails half way leaves nothing behind', async () => {
  const before = await catalogue()
  const [challenger] = machinesFile.machines
  // More than the column holds, as a fault of the program would send it.
  const broken = { ...challenger!, opdbId: 'G77777-M1', groupId: 'G77777', name: 'Broken', playerCount: 1e9 }
  await expect(
    importCatalogue(database.db, { machines: [challenger!, broken], groups: [], skipped: [] }),
  ).rejects.toThrow(/out of range/)
  expect(await catalogue()).toEqual(before)
})

test('the report', () => {
  const changed = Array.from({ length: 22 }, (_, at) => ({
    opdbId: `G${at}-M1`,
    name: `Machine ${at}`,
    facts: ['year 1997 → 1998', 'display unknown → dmd'],
  }))
  const skipped = ['G1', 'G2', 'G3', 'G4'].map((what) => ({ reason: 'no name', what }))
  const groups = { added: 0, changed: [], unchanged: 7 }
  const text = reportText({ machines: { added: 1234, changed, unchanged: 5 }, groups, skipped, others: 3 })
  expect(text.split('\n')).toEqual([
    'Machines: 1,234 added, 22 changed, 5 unchanged, 4 skipped.',
    'Groups: 0 added, 0 changed, 7 unchanged.',
    'Changed machines:',
    '  G0-M1 Machine 0: year 1997 → 1998, display unknown → dmd',
    ...Array.from({ length: 19 }, () => expect.stringMatching(/^ {2}G\d+-M1/)),
    '  and 2 more',
    'Skipped:',
    '  no name (4): G1; G2; G3; …',
    '3 machines of the catalogue are not in the file, and stay as they are.',
    'Venues, their machines and scores are untouched.',
  ])
  const ofGroups = { machines: { added: 0, changed: [], unchanged: 0 }, groups, skipped: [], others: 3 }
  expect(reportText(ofGroups)).not.toContain('not in the file')
})
