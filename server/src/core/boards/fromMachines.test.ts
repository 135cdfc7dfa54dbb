import { Comboboard, comboboardLimits, Leaderboard, listOf, Scoreboard } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { quotas } from '../accounts/quotas'
import {
  buildTestApp,
  call,
  findMachine,
  makeLeaderboard,
  makeScoreboard,
  makeUser,
  makeVenue,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { boardRoutes } from './boards.routes'
import { BoardChanges } from './changes'
import type { BoardChange } from './changes'
import { fromMachinesRoutes } from './fromMachines'
import { builtInKinds } from './kinds'

const database = useTestDatabase()
let app: FastifyInstance
let owner: Awaited<ReturnType<typeof makeUser>>
let stranger: typeof owner
let machines: number[]
const names = ['Fish Tales', 'Godzilla', 'Medieval Madness']
const announced: BoardChange[] = []

beforeAll(async () => {
  const dependencies = { db: database.db, changes: new BoardChanges() }
  dependencies.changes.onBoardChange((change) => announced.push(change))
  app = await buildTestApp(database.db, [
    fromMachinesRoutes(dependencies),
    ...Object.values(builtInKinds).map((kind) => boardRoutes(kind, dependencies)),
  ])
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await makeUser(database.db)
  stranger = await makeUser(database.db)
  const venueId = await makeVenue(database.db, owner.id)
  machines = []
  for (const machine of names) machines.push(await makeVenueMachine(database.db, owner.id, { venueId, machine }))
  announced.splice(0)
})

const input = (fields: object = {}) => ({ title: 'Wall', machines, ...fields })
const create = (fields?: object, token = owner.token) =>
  call(app, 'POST', '/api/comboboard/from_machines/', { token, body: input(fields) })

/** The owner's boards of a type, in the order in which they were made. */
async function own<Board>(type: string, schema: v.GenericSchema<unknown, Board>): Promise<Board[]> {
  const { body } = await call(app, 'GET', `/api/${type}/?owner=${owner.id}&ordering=id&limit=100`, {
    token: owner.token,
  })
  return v.parse(listOf(schema), body).results
}
const titles = async (type: string) =>
  (await own<{ title: string }>(type, v.object({ title: v.string() }))).map(({ title }) => title)
const everything = async () => [await titles('leaderboard'), await titles('scoreboard'), await titles('comboboard')]
const nothing = [[], [], []]
const fullName = async (name: string) =>
  (
    await database.db
      .selectFrom('machines')
      .select('name')
      .where('id', '=', await findMachine(database.db, name))
      .executeTakeFirstOrThrow()
  ).name

describe('CB-05 what it makes', () => {
  test('for each machine a leaderboard, then its scoreboard; at the end the comboboard of the scoreboards', async () => {
    const { status, body } = await create({
      is_public: true,
      background_color: '#123456',
      high_density: true,
      enablePlayerRank: true,
      idle_scoreboard_sec: 15,
      idle_leaderboard_sec: 25,
      one_score_per_player: true,
      leaderboard_time_type: 'last_rolling',
      last_time_count: 30,
    })
    expect(status).toBe(201)
    const [leaderboards, scoreboards] = [await own('leaderboard', Leaderboard), await own('scoreboard', Scoreboard)]
    const expected = (await Promise.all(names.map(fullName))).map((name) => `Wall – ${name}`)
    expect([leaderboards, scoreboards].map((boards) => boards.map(({ title }) => title))).toEqual([expected, expected])
    for (const [at, machine] of machines.entries()) {
      expect(leaderboards[at]).toMatchObject({
        is_public: true,
        background_color: '#123456',
        items: [{ id: machine, type: 'venuemachine', order: 0 }],
        one_score_per_player: true,
        leaderboard_time_type: 'last_rolling',
        last_time_count: 30,
      })
      expect(scoreboards[at]).toMatchObject({
        is_public: true,
        background_color: '#123456',
        high_density: true,
        enablePlayerRank: true,
        leaderboard: leaderboards[at]!.id,
        idle_leaderboard_show: true,
        idle_hotgame_show: false,
        idle_scoreboard_sec: 15,
        idle_leaderboard_sec: 25,
        venuemachine_items: [{ venuemachine: machine, order: 0 }],
      })
    }
    expect(v.parse(Comboboard, body)).toMatchObject({
      title: 'Wall',
      is_public: true,
      background_color: '#123456',
      high_density: true,
      items: scoreboards.map(({ id }, order) => ({ item_type: 'scoreboard', item_id: id, order })),
      user_roles: [{ user: { id: owner.id } }],
      viewer_key: expect.any(String) as string,
    })
  })

  test('private, of normal density, and counted by machine unless said otherwise', async () => {
    expect((await create()).body).toMatchObject({ is_public: false, high_density: false, background_color: '#000' })
    expect(await own('leaderboard', Leaderboard)).toMatchObject(
      machines.map((id) => ({
        is_public: false,
        items: [{ id, type: 'venuemachine' }],
        leaderboard_time_type: 'all_time',
      })),
    )
    expect(await own('scoreboard', Scoreboard)).toMatchObject(
      machines.map(() => ({ is_public: false, idle_leaderboard_sec: 10, idle_scoreboard_sec: 10 })),
    )
  })

  test('with Multiple machines of same title each leaderboard counts the title', async () => {
    await create({ item_type: 'machine' })
    const items = (await own('leaderboard', Leaderboard)).map((board) => board.items)
    expect(items).toEqual(
      await Promise.all(
        names.map(async (name) => [{ id: await findMachine(database.db, name), type: 'machine', order: 0 }]),
      ),
    )
  })

  test('titles that are taken, and machines of one name, get a number', async () => {
    const [first] = machines
    const second = await makeVenueMachine(database.db, owner.id, { machine: names[0] })
    const title = `Wall – ${await fullName(names[0]!)}`
    await makeScoreboard(database.db, owner.id, { title, venueMachineIds: [first!] })
    expect((await create({ machines: [first, second] })).status).toBe(201)
    expect(await titles('leaderboard')).toEqual([title, `${title} (2)`])
    expect(await titles('scoreboard')).toEqual([title, `${title} (2)`, `${title} (3)`])
  })

  test('CB-06 a request that is sent again creates nothing twice', async () => {
    const both = await Promise.all([create(), create()])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(both.find(({ status }) => status === 400)!.body).toEqual({ title: ['Title must be unique'] })
    expect((await create()).body).toEqual({ title: ['Title must be unique'] })
    expect((await everything()).map(({ length }) => length)).toEqual([3, 3, 1])
  })

  test('boards of others that show a machine are announced once it is open', async () => {
    await makeScoreboard(database.db, owner.id, { venueMachineIds: [machines[0]!] })
    const theirs = await makeLeaderboard(database.db, stranger.id, { venueMachineIds: [machines[0]!] })
    await create()
    expect(announced).toEqual([])
    await create({ title: 'Another', is_public: true })
    expect(announced).toEqual([{ type: 'leaderboard', id: theirs.id, reason: 'updated' }])
  })
})

describe('CB-04 CB-05 API-10 what is refused, and leaves nothing behind', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  const mustBeSeen = { machines: ['Only your own machines and those of public scoreboards can be shown'] }

  test.each<[string, object, object]>([
    ['no title', { title: null }, { title: ['Title must not be blank'] }],
    ['no machines', { machines: undefined }, { machines: ['Please select at least two machines'] }],
    ['one machine', { machines: [1] }, { machines: ['Please select at least two machines'] }],
    ['a machine twice', { machines: [1, 1] }, { machines: ['No duplicate machines!'] }],
    [
      'seven machines',
      { machines: ids(7) },
      {
        machines: [
          `A comboboard can have at most ${comboboardLimits.normal} items, or ${comboboardLimits.highDensity} with high density.`,
        ],
      },
    ],
    [
      '21 machines with high density',
      { machines: ids(21), high_density: true },
      { machines: [`A comboboard can have at most ${comboboardLimits.highDensity} items.`] },
    ],
    ['a machine that is not there', { machines: [999_998, 999_999] }, mustBeSeen],
    ['no seconds', { idle_scoreboard_sec: 0 }, { idle_scoreboard_sec: ['Please enter 1 to 86400 seconds'] }],
    [
      'boxed time without a start',
      { leaderboard_time_type: 'time_box' },
      { score_start_time: ['Please select a start date'] },
    ],
    [
      'boxed time that ends before it starts',
      {
        leaderboard_time_type: 'time_box',
        score_start_time: '2026-02-02T00:00:00Z',
        score_end_time: '2026-02-01T00:00:00Z',
      },
      { score_end_time: ['End date can not be before start date'] },
    ],
    ['what is counted by nothing known', { item_type: 'machinegroup' }, { item_type: ['This value is not accepted'] }],
  ])('%s', async (_title, fields, errors) => {
    expect(await create(fields)).toMatchObject({ status: 400, body: errors })
    expect(await everything()).toEqual(nothing)
  })

  test.each<[string, (machine: number) => Promise<unknown>, string]>([
    ['a private machine of somebody else', async () => {}, mustBeSeen.machines[0]!],
    [
      'one that others may show and not count',
      async (machine) => {
        await makeScoreboard(database.db, stranger.id, { venueMachineIds: [machine] })
        await database.db
          .updateTable('venue_machines')
          .set({ counts_elsewhere: false })
          .where('id', '=', machine)
          .execute()
      },
      'The owner of this machine lets its scores count on their own leaderboards only',
    ],
    [
      'one that was removed',
      (machine) =>
        database.db.updateTable('venue_machines').set({ retired_at: new Date() }).where('id', '=', machine).execute(),
      mustBeSeen.machines[0]!,
    ],
  ])('%s', async (_title, change, sentence) => {
    const theirs = await makeVenueMachine(database.db, stranger.id)
    await change(theirs)
    // Last, so that boards of the others were made before.
    expect(await create({ machines: [...machines, theirs] })).toMatchObject({
      status: 400,
      body: { machines: [sentence] },
    })
    expect(await create({ machines: [...machines, theirs], item_type: 'machine' })).toMatchObject(
      sentence === mustBeSeen.machines[0] ? { status: 400, body: mustBeSeen } : { status: 201 },
    )
    if (sentence === mustBeSeen.machines[0]) expect(await everything()).toEqual(nothing)
  })

  test('a title that is taken', async () => {
    await create({ machines: machines.slice(1) })
    const before = await everything()
    expect(await create()).toMatchObject({ status: 400, body: { title: ['Title must be unique'] } })
    expect(await everything()).toEqual(before)
  })

  test('more boards than an account may have', async () => {
    const rows = Array.from({ length: quotas.boardsOfAKind - 2 }, (_, at) => ({
      type: 'scoreboard',
      owner_id: owner.id,
      title: `Old ${at}`,
      is_public: false,
      viewer_key: `old-${owner.id}-${at}`,
      settings: '{}',
      settings_version: 1,
    }))
    await database.db.insertInto('boards').values(rows).execute()
    expect(await create()).toMatchObject({
      status: 400,
      body: { non_field_errors: [`You have ${quotas.boardsOfAKind} boards of this kind, which is the most allowed`] },
    })
    expect(await titles('leaderboard')).toEqual([])
  })
})
