import type { CatalogueEntry, Leaderboard, List, Machine, VenueMachine } from '@multiball/shared/schema'
import { sql } from 'kysely'
import { call, makeScoreboard, makeUser, makeVenue, makeVenueMachine, useTestDatabase } from '../../testing'
import { makeDeviceKey } from '../../testing/devices'
import { buildWholeApp } from '../../testing/wholeApp'
import type { WholeApp } from '../../testing/wholeApp'
import { importCatalogue } from '../catalogue/importCatalogue'
import { seedCatalogue } from '../catalogue/seed'

const database = useTestDatabase()
let whole: WholeApp
beforeAll(async () => {
  whole = await buildWholeApp(database.db)
})
afterAll(() => whole.close())

const person = async () => {
  const { id, token } = await makeUser(database.db)
  return { id, token, venue: await makeVenue(database.db, id) }
}
type Person = Awaited<ReturnType<typeof person>>

const hexa = { name: 'Hexa Storm', manufacturer: 'Nova Pinball', year: 2026 }
const add = ({ token, venue }: Person, machine: object = hexa) =>
  call(whole.app, 'POST', '/api/venuemachine/own/', { token, body: { venue, ...machine } })
const added = async (owner: Person, machine?: object) => {
  const { status, body } = await add(owner, machine)
  expect(status).toBe(201)
  return body as unknown as VenueMachine
}
const search = async (text: string, token?: string) =>
  (
    (await call(whole.app, 'GET', `/api/machines/?search=${encodeURIComponent(text)}`, { token }))
      .body as unknown as List<CatalogueEntry>
  ).results
const getTitle = (id: number, token?: string) => call(whole.app, 'GET', `/api/machines/${id}/`, { token })
const board = async ({ token }: Person, title: number, name: string) => {
  const items = [{ id: title, type: 'machine', order: 0 }]
  return call(whole.app, 'POST', '/api/leaderboard/', { token, body: { title: name, is_public: true, items } })
}

test('CAT-06 a machine that the catalogue does not have is added as one’s own, and found by its owner alone', async () => {
  const [owner, stranger] = [await person(), await person()]
  const machine = await added(owner, { ...hexa, name: '  Storm of Hexa ' })
  expect(machine).toMatchObject({ venue: { id: owner.venue }, machine: { name: 'Storm of Hexa', display: null } })
  const { id } = machine.machine
  expect(await search('storm hexa', owner.token)).toEqual([
    expect.objectContaining({ id, manufacturer: 'Nova Pinball', year: 2026, is_own: true, opdb_id: null }),
  ])
  expect((await getTitle(id, owner.token)).body).toMatchObject({ id, name: 'Storm of Hexa', is_own: true })
  for (const token of [undefined, stranger.token]) {
    expect(await search('storm of hexa', token)).toEqual([])
    expect(await getTitle(id, token)).toMatchObject({ status: 404 })
  }
  // What is spelt alike is the same machine.
  expect((await added(owner, { ...hexa, name: 'Storm of hexa', manufacturer: 'NOVA' })).machine.id).toBe(id)
  expect((await added(stranger, { ...hexa, name: 'Storm of Hexa' })).machine.id).not.toBe(id)
  // Retired with its last machine, it is not offered any more.
  const { results } = (await call(whole.app, 'GET', '/api/venuemachine/?search=storm of hexa', { token: owner.token }))
    .body as unknown as List<VenueMachine>
  for (const stands of results.filter(({ machine: { id: title } }) => title === id))
    await call(whole.app, 'DELETE', `/api/venuemachine/${stands.id}/`, { token: owner.token })
  expect(await search('storm of hexa', owner.token)).toEqual([])
})

test('CAT-06 nobody else puts it into a venue or names it on a board; where its owner’s board is public, its name is seen', async () => {
  const [owner, stranger] = [await person(), await person()]
  const machine = await added(owner, { ...hexa, name: 'Hexa Secret' })
  const title = machine.machine.id
  expect(
    await call(whole.app, 'POST', '/api/venuemachine/', {
      token: stranger.token,
      body: { venue: stranger.venue, machine: title },
    }),
  ).toMatchObject({ status: 400, body: { machine: ['There is no such machine'] } })
  expect(await board(stranger, title, 'Theirs')).toMatchObject({ status: 400, body: { items: ['Item not found.'] } })
  expect(await board(owner, title, 'Mine')).toMatchObject({ status: 201 })
  expect(await call(whole.app, 'GET', `/api/venuemachine/${machine.id}/`)).toMatchObject({ status: 404 })
  const { id } = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine.id] })
  expect((await call(whole.app, 'GET', `/api/scoreboard/${id}/bootstrap/`)).body).toMatchObject({
    items: [{ venuemachine: { machine: { name: 'Hexa Secret', display: null } } }],
  })
})

test('CAT-06 what the catalogue has is taken from there', async () => {
  const owner = await person()
  const family = await added(owner, { name: 'Addams Family, The', manufacturer: 'Bally', year: 1992 })
  expect(family.machine).toMatchObject({ name: 'The Addams Family', display: 'dot-matrix', player_count: 4 })
  expect((await getTitle(family.machine.id)).body).toMatchObject({ opdb_id: 'G4ODR-MDXEy' })
  const godzilla = await added(owner, { name: 'godzilla premium', manufacturer: 'Stern Pinball', year: null })
  expect(godzilla.machine.name).toBe('Godzilla (Premium)')
  expect((await added(owner, { name: 'Godzilla Premium', manufacturer: 'Stern', year: 1969 })).machine.name).toBe(
    'Godzilla Premium',
  )
})

test.each([
  [{ name: ' ' }, { name: ['Name must not be blank'] }],
  [{ manufacturer: '\u200b' }, { manufacturer: ['Maker must not be blank'] }],
  [{ name: 'x'.repeat(101) }, { name: ['At most 100 characters'] }],
  [{ name: 'a\u0000b' }, { name: ['Control characters are not allowed'] }],
  [{ year: 1929 }, { year: ['Please enter a year from 1930 to 2100, or none'] }],
  [{ year: 2101 }, { year: ['Please enter a year from 1930 to 2100, or none'] }],
  [{ year: 1999.5 }, { year: ['Please enter a year from 1930 to 2100, or none'] }],
  [{ year: '1999' }, { year: ['Please enter a year from 1930 to 2100, or none'] }],
  [{ venue: 999_999 }, { venue: ['You have no such venue'] }],
])('CAT-06 API-10 %j is refused', async (wrong, errors) => {
  const owner = await person()
  const before = await database.db
    .selectFrom('machines')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirst()
  expect(await add(owner, { ...hexa, ...wrong })).toMatchObject({ status: 400, body: errors })
  expect(
    await database.db
      .selectFrom('machines')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirst(),
  ).toEqual(before)
})

test('CAT-06 a venue of somebody else, and nobody at all, add nothing', async () => {
  const [owner, stranger] = [await person(), await person()]
  expect(await add({ ...stranger, venue: owner.venue })).toMatchObject({
    status: 400,
    body: { venue: ['You have no such venue'] },
  })
  expect(
    await call(whole.app, 'POST', '/api/venuemachine/own/', { body: { venue: owner.venue, ...hexa } }),
  ).toMatchObject({ status: 401 })
})

const rename = ({ token }: { token?: string }, title: number, described: object) =>
  call(whole.app, 'PUT', `/api/machines/${title}/`, { token, body: described })

test('CAT-08 its owner changes its description, and its boards show the new name; nobody else can, nor a title of the catalogue', async () => {
  const [owner, stranger] = [await person(), await person()]
  const machine = await added(owner, { ...hexa, name: 'Hexa Strom', year: null })
  const title = machine.machine.id
  const { id: scoreboard } = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine.id] })
  const leaderboard = ((await board(owner, title, 'Best')).body as unknown as Leaderboard).id
  const names = async () => [
    (await call(whole.app, 'GET', `/api/scoreboard/${scoreboard}/bootstrap/`)).body,
    (await call(whole.app, 'GET', `/api/leaderboard/${leaderboard}/bootstrap/`)).body,
  ]
  for (const body of await names()) expect(JSON.stringify(body)).toContain('"Hexa Strom"')

  const better = { name: ' Hexa Storm II ', manufacturer: 'Nova', year: 2025 }
  for (const actor of [{}, stranger])
    expect((await rename(actor, title, better)).status).toBe('token' in actor ? 404 : 401)
  const catalogues = await added(owner, { name: 'The Addams Family', manufacturer: 'Bally', year: 1992 })
  expect(await rename(owner, catalogues.machine.id, better)).toMatchObject({ status: 404 })
  expect(await rename(owner, title, { ...better, name: ' ', year: 1900 })).toMatchObject({
    status: 400,
    body: { name: ['Name must not be blank'], year: [expect.any(String)] },
  })
  expect((await getTitle(title, owner.token)).body).toMatchObject({ name: 'Hexa Strom', year: null })

  expect(await rename(owner, title, better)).toMatchObject({
    status: 200,
    body: { id: title, name: 'Hexa Storm II', manufacturer: 'Nova', year: 2025, is_own: true },
  })
  expect(await search('hexa storm ii', owner.token)).toEqual([expect.objectContaining({ id: title })])
  for (const body of await names()) expect(JSON.stringify(body)).toContain('"Hexa Storm II"')
})

test('CAT-08 called as one of the catalogue, it becomes that, with its scores and boards', async () => {
  const owner = await person()
  const machine = await added(owner, { name: 'Docter Dude', manufacturer: 'Bally', year: null })
  await settle(machine.id, 3_000)
  const theirs = (await board(owner, machine.machine.id, 'Dudes')).body as unknown as Leaderboard
  const { body, status } = await rename(owner, machine.machine.id, {
    name: 'dr dude',
    manufacturer: 'Bally',
    year: 1990,
  })
  expect([status, body]).toEqual([200, expect.objectContaining({ name: 'Dr. Dude', opdb_id: expect.any(String) })])
  const { id } = body as unknown as Machine
  expect(await getTitle(machine.machine.id, owner.token)).toMatchObject({ status: 404 })
  expect((await call(whole.app, 'GET', `/api/venuemachine/${machine.id}/`, { token: owner.token })).body).toMatchObject(
    { machine: { id } },
  )
  const bootstrap = (await call(whole.app, 'GET', `/api/leaderboard/${theirs.id}/bootstrap/`)).body as {
    items: object[]
    scores: object
  }
  expect(bootstrap.items).toEqual([expect.objectContaining({ id })])
  expect(JSON.stringify(bootstrap.scores)).toContain('3000')
})

test('CAT-08 LB-07 a game that was begun under the name that goes counts for leaderboards of the other one at once', async () => {
  const owner = await person()
  const [before, after] = [
    await added(owner, { ...hexa, name: 'Moving' }),
    await added(owner, { ...hexa, name: 'Moved' }),
  ]
  const { id } = (await board(owner, before.machine.id, 'Movers')).body as unknown as Leaderboard
  const scores = async () => JSON.stringify((await call(whole.app, 'GET', `/api/leaderboard/${id}/scores/`)).body)
  const token = await makeDeviceKey(database.db, before.id)
  const play = (body: object) =>
    call(whole.app, 'POST', '/api/entry/', {
      token,
      body: { session_uuid: '30fe'.repeat(8), current_p1_score: 4_321, ...body },
    })
  await scores()
  await play({})
  // Which machine it is was looked up then.
  await new Promise(setImmediate)
  expect(await rename(owner, before.machine.id, { ...hexa, name: 'Moved' })).toMatchObject({
    status: 200,
    body: { id: after.machine.id },
  })
  expect(await scores()).not.toContain('4321')
  await play({ active: false })
  for (let asked = 0; asked < 1_000 && !(await scores()).includes('4321'); asked += 1)
    await sql`select 1`.execute(database.db)
  expect(await scores()).toContain('4321')
})

test('CAT-08 LB-06 a leaderboard that names both names the one that is left once, and can be saved as it is', async () => {
  const owner = await person()
  const [before, after, third] = [
    await added(owner, { ...hexa, name: 'Twin One' }),
    await added(owner, { ...hexa, name: 'Twin Two' }),
    await added(owner, { ...hexa, name: 'Cousin' }),
  ]
  const items = [before, third, after].map(({ machine: { id } }, order) => ({ id, type: 'machine', order }))
  const { id } = (
    await call(whole.app, 'POST', '/api/leaderboard/', { token: owner.token, body: { title: 'Twins', items } })
  ).body as unknown as Leaderboard
  await rename(owner, before.machine.id, { ...hexa, name: 'Twin Two' })
  const stored = (await call(whole.app, 'GET', `/api/leaderboard/${id}/`, { token: owner.token }))
    .body as unknown as Leaderboard
  expect(stored.items).toMatchObject([{ id: after.machine.id }, { id: third.machine.id }])
  expect(await call(whole.app, 'PUT', `/api/leaderboard/${id}/`, { token: owner.token, body: stored })).toMatchObject({
    status: 200,
    body: { items: stored.items },
  })
  expect(
    (await database.db.selectFrom('board_references').select('machine_id').where('board_id', '=', id).execute()).length,
  ).toBe(2)
})

const settle = async (venueMachine: number, score: number) => {
  const settled_at = new Date('2026-11-01T20:00:00Z')
  const values = {
    venue_machine_id: venueMachine,
    session_uuid: crypto.randomUUID(),
    sequence: 1,
    settled_at,
    successful: true,
    scores: [String(score)],
  }
  const { id } = await database.db.insertInto('games').values(values).returning('id').executeTakeFirstOrThrow()
  await database.db
    .insertInto('settled_scores')
    .values({ game_id: id, position: 1, venue_machine_id: venueMachine, score, settled_at })
    .execute()
}

test('CAT-08 a game that settles at the same moment under the name that goes is under the other one, and the change succeeds', async () => {
  const { db } = database
  const owner = await person()
  const [before, after] = [
    await added(owner, { ...hexa, name: 'Settling' }),
    await added(owner, { ...hexa, name: 'Settled' }),
  ]
  const moment = new Date()
  const { id: game_id } = await db
    .insertInto('games')
    .values({
      venue_machine_id: before.id,
      session_uuid: '5e77'.repeat(8),
      sequence: 1,
      started_at: moment,
      settled_at: moment,
      successful: true,
      scores: [500n],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const settling = await db.startTransaction().execute()
  await settling
    .insertInto('settled_scores')
    .values({ game_id, position: 1, venue_machine_id: before.id, score: 500n, settled_at: moment })
    .execute()
  const renaming = rename(owner, before.machine.id, { ...hexa, name: 'Settled' })
  while (
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length === 0
  );
  await settling.commit().execute()
  expect(await renaming).toMatchObject({ status: 200, body: { id: after.machine.id } })
  expect(await db.selectFrom('settled_scores').select('machine_id').where('game_id', '=', game_id).execute()).toEqual([
    { machine_id: after.machine.id },
  ])
})

test('CAT-08 ACC-27 so does a board from which a machine has gone with its owner’s account', async () => {
  const { db } = database
  const password = 'Sup3r!secret'
  const [owner, neighbour] = [await person(), await makeUser(db, { password })]
  const open = await makeVenueMachine(db, neighbour.id)
  await makeScoreboard(db, neighbour.id, { venueMachineIds: [open] })
  const title = (await added(owner, { ...hexa, name: 'Hexa Gone' })).machine.id
  const items = [
    { id: open, type: 'venuemachine' },
    { id: title, type: 'machine' },
  ].map((item, order) => ({ ...item, order }))
  const { id } = (
    await call(whole.app, 'POST', '/api/leaderboard/', {
      token: owner.token,
      body: { title: 'Hexa and another', items },
    })
  ).body as unknown as Leaderboard
  expect(
    (await call(whole.app, 'POST', '/api/account/delete/', { token: neighbour.token, body: { password } })).status,
  ).toBe(204)
  const itemsNow = async () =>
    ((await call(whole.app, 'GET', `/api/leaderboard/${id}/`, { token: owner.token })).body as unknown as Leaderboard)
      .items
  expect(await itemsNow()).toMatchObject([{ id: title, type: 'machine' }])
  const known = (await rename(owner, title, { name: 'Medieval Madness', manufacturer: 'Williams', year: 1997 }))
    .body as unknown as Machine
  expect(known.id).not.toBe(title)
  expect(await itemsNow()).toMatchObject([{ id: known.id, type: 'machine' }])
})

test('CAT-07 once the catalogue learns of it, the own machine is the catalogue’s under its id, and others’ own ones are joined to it with their scores and boards', async () => {
  const [first, second, third] = [await person(), await person(), await person()]
  const one = await added(first)
  const two = await added(second, { ...hexa, name: 'HEXA-STORM', year: null })
  const other = await added(third, { ...hexa, year: 1996 })
  expect(new Set([one, two, other].map(({ machine }) => machine.id)).size).toBe(3)
  await settle(one.id, 1_000)
  await settle(two.id, 2_000)
  const theirs = (await board(second, two.machine.id, 'Storm')).body as unknown as Leaderboard

  const told = {
    opdbId: 'GZ9zz-M1zzz',
    ipdbId: null,
    groupId: 'GZ9zz',
    name: 'Hexa Storm',
    manufacturer: 'Nova',
    year: 2026,
    display: 'lcd' as const,
    playerCount: 4,
    abbreviations: ['HS'],
    isBuilt: true,
  }
  const report = await importCatalogue(database.db, {
    machines: [told],
    groups: [{ opdbId: 'GZ9zz', name: 'Hexa Storm' }],
    skipped: [],
  })
  expect(report.machines).toMatchObject({ added: 0, unchanged: 0 })

  const { id } = one.machine
  expect((await getTitle(id)).body).toEqual({
    id,
    name: 'Hexa Storm',
    manufacturer: 'Nova',
    year: 2026,
    opdb_id: 'GZ9zz-M1zzz',
    backglass_art: null,
    display: 'lcd',
    player_count: 4,
  } satisfies Machine)
  expect(await getTitle(two.machine.id)).toMatchObject({ status: 404 })
  expect((await getTitle(other.machine.id, third.token)).body).toMatchObject({ year: 1996, is_own: true })
  const stands = async (owner: Person, machine: VenueMachine) =>
    (await call(whole.app, 'GET', `/api/venuemachine/${machine.id}/`, { token: owner.token })).body
  expect(await stands(first, one)).toMatchObject({ id: one.id, machine: { id, name: 'Hexa Storm', display: 'lcd' } })
  expect(await stands(second, two)).toMatchObject({ id: two.id, machine: { id, name: 'Hexa Storm', display: 'lcd' } })

  const read = (await call(whole.app, 'GET', `/api/leaderboard/${theirs.id}/`, { token: second.token }))
    .body as unknown as Leaderboard
  expect(read).toEqual({ ...theirs, items: [{ ...theirs.items[0]!, id }] })
  const bootstrap = (await call(whole.app, 'GET', `/api/leaderboard/${theirs.id}/bootstrap/`)).body as {
    items: object[]
    scores: object
  }
  expect(bootstrap.items).toEqual([expect.objectContaining({ id, name: 'Hexa Storm' })])
  expect(JSON.stringify(bootstrap.scores).match(/\b[12]000\b/g)).toEqual(['2000'])
  const { rows } = await sql<{
    title: number
    score: string
  }>`select machine_id as title, score::text from settled_scores where venue_machine_id = any (${[one.id, two.id]}::bigint[]) order by score`.execute(
    database.db,
  )
  expect(rows).toEqual([
    { title: id, score: '1000' },
    { title: id, score: '2000' },
  ])

  // Again, and with the next start: nothing is left to do.
  const state = async () =>
    (await sql`select md5(string_agg(m::text || m.xmin::text, '' order by id)) from machines m`.execute(database.db))
      .rows
  const before = await state()
  await importCatalogue(database.db, { machines: [told], groups: [], skipped: [] })
  await seedCatalogue(database.db)
  expect(await state()).toEqual(before)
})
