import { Comboboard, comboboardLimits } from '@multiball/shared/schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import { call, findMachine, makeLeaderboard, makeScoreboard, makeVenueMachine, useTestDatabase } from '../../testing'
import { boardCalls, useBoardRoutes, type TestUser } from '../../testing/boardRoutesStage'

const database = useTestDatabase()
const stage = useBoardRoutes(database, ['comboboard', 'scoreboard', 'leaderboard'])
let scoreboard: number
let leaderboard: number

beforeEach(async () => {
  scoreboard = await aScoreboard(stage.owner, false)
  leaderboard = await aLeaderboard(stage.owner, false)
})

const aScoreboard = async (by: TestUser, isPublic: boolean) =>
  (
    await makeScoreboard(database.db, by.id, {
      venueMachineIds: [await makeVenueMachine(database.db, by.id)],
      isPublic,
    })
  ).id
const aLeaderboard = async (by: TestUser, isPublic: boolean) =>
  (await makeLeaderboard(database.db, by.id, { machineIds: [await findMachine(database.db)], isPublic })).id

const two = () => [
  { item_type: 'scoreboard', item_id: scoreboard, order: 0 },
  { item_type: 'leaderboard', item_id: leaderboard, order: 1 },
]
const input = (fields: object = {}) => ({ title: 'All of them', items: two(), ...fields })
const { create, created, made, update, get, refuses } = boardCalls(stage, 'comboboard', Comboboard, input)

describe('API-02 comboboards', () => {
  test('are private and plain unless said otherwise', async () => {
    expect(await created()).toEqual(
      made({
        title: 'All of them',
        is_public: false,
        moments: 'records',
        high_density: false,
        background_color: '#000',
        items: two(),
      }),
    )
  })

  test('keep everything that is sent, in its order', async () => {
    const [first, second] = two()
    const sent = {
      is_public: true,
      high_density: true,
      background_color: '#123456',
      items: [
        { ...first, order: 5 },
        { ...second, order: 2 },
      ],
    }
    const board = await created(sent)
    expect(board).toMatchObject({
      ...sent,
      items: [
        { ...second, order: 2 },
        { ...first, order: 5 },
      ],
    })
    expect(await get(board.id)).toEqual(board)
  })

  test('CB-01 hold 6 items, 20 with high density', async () => {
    const items: object[] = []
    for (let order = 0; order <= comboboardLimits.highDensity; order += 1)
      items.push({ item_type: 'scoreboard', item_id: await aScoreboard(stage.owner, false), order })
    const tooMany = {
      normal: 'A comboboard can have at most 6 items, or 20 with high density.',
      dense: 'A comboboard can have at most 20 items.',
    }
    expect((await create({ title: '6', items: items.slice(0, 6) })).status).toBe(201)
    expect(await create({ items: items.slice(0, 7) })).toMatchObject({ status: 400, body: { items: [tooMany.normal] } })
    expect((await create({ title: '20', items: items.slice(0, 20), high_density: true })).status).toBe(201)
    expect(await create({ items, high_density: true })).toMatchObject({ status: 400, body: { items: [tooMany.dense] } })
  })
})

describe('API-10 what is refused', () => {
  const atLeast = { items: ['A comboboard must have at least two items.'] }
  const noBoard = { items: ['Each item must have a scoreboard or leaderboard'] }
  const one = { item_type: 'scoreboard', item_id: 1, order: 0 }

  test.each<[string, object, object]>([
    ['no items field', { items: undefined }, atLeast],
    ['items that are null', { items: null }, atLeast],
    ['no item', { items: [] }, atLeast],
    ['one item', { items: [one] }, atLeast],
    ['a board that was not chosen', { items: [one, { item_type: 'leaderboard', item_id: null, order: 1 }] }, noBoard],
    ['an item without a board', { items: [one, { item_type: 'leaderboard', order: 1 }] }, noBoard],
    ['an item without a type', { items: [one, { item_id: 2, order: 1 }] }, noBoard],
    ['an item that is null', { items: [one, null] }, noBoard],
    ['an id that is text', { items: [one, { item_type: 'scoreboard', item_id: '2' }] }, noBoard],
    ['a slideshow in it', { items: [one, { item_type: 'slideshow', item_id: 2 }] }, noBoard],
    ['a board twice', { items: [one, one] }, { items: ['Each item must be unique'] }],
    [
      'boards that are not there',
      {
        items: [
          { ...one, item_id: 999_998 },
          { ...one, item_id: 999_999 },
        ],
      },
      { items: ['Item not found.'] },
    ],
    [
      'a colour that is none',
      { background_color: 'url(x)' },
      { background_color: ['Please enter a colour such as #1a2b3c'] },
    ],
  ])('%s', (_title, fields, errors) => refuses(fields, errors))

  test.each([
    ['scoreboard', aScoreboard],
    ['leaderboard', aLeaderboard],
  ])('a private %s of somebody else, except where it is already', async (item_type, make) => {
    const notTheirs = { items: [two()[0], { item_type, item_id: await make(stage.stranger, false) }] }
    expect(await create(notTheirs)).toMatchObject({ status: 400, body: { items: ['Item not found.'] } })
    const id = await make(stage.stranger, true)
    const items = [two()[0], { item_type, item_id: id, order: 1 }]
    const board = await created({ items })
    await database.db.updateTable('boards').set({ is_public: false }).where('id', '=', id).execute()
    expect((await create({ title: 'Another', items })).status).toBe(400)
    expect(await update(board.id, { title: 'Renamed', items })).toMatchObject({ status: 200, body: { items } })
  })
})

describe('a deleted board', () => {
  test('leaves its place out, which is announced', async () => {
    const board = await created()
    stage.announced.splice(0)
    await call(stage.app, 'DELETE', `/api/scoreboard/${scoreboard}/`, { token: stage.owner.token })
    expect(await get(board.id)).toEqual({ ...board, items: [two()[1]] })
    await call(stage.app, 'DELETE', `/api/leaderboard/${leaderboard}/`, { token: stage.owner.token })
    expect(v.parse(Comboboard, await get(board.id)).items).toEqual([])
    expect(stage.announced).toEqual([
      { type: 'scoreboard', id: scoreboard, reason: 'deleted' },
      { type: 'comboboard', id: board.id, reason: 'updated' },
      { type: 'leaderboard', id: leaderboard, reason: 'deleted' },
      { type: 'comboboard', id: board.id, reason: 'updated' },
    ])
  })

  test('that goes while a board that shows it is saved waits for that, and neither for the other', async () => {
    const { db } = database
    const board = await created()
    const saving = await db.startTransaction().execute()
    await saving
      .selectFrom('boards')
      .select('id')
      .where('type', '=', 'comboboard')
      .where('id', '=', board.id)
      .forUpdate()
      .execute()
    const deleting = call(stage.app, 'DELETE', `/api/scoreboard/${scoreboard}/`, { token: stage.owner.token })
    while (
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows.length === 0
    );
    // As a reference to it does, which is refused at once where the deletion has it already.
    await saving
      .selectFrom('boards')
      .select('id')
      .where('type', '=', 'scoreboard')
      .where('id', '=', scoreboard)
      .forKeyShare()
      .noWait()
      .execute()
    await saving.commit().execute()
    expect(await deleting).toMatchObject({ status: 204 })
    expect(v.parse(Comboboard, await get(board.id)).items).toEqual([two()[1]])
  })

  test('that goes while it is being added is not found, and nothing breaks', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await aScoreboard(stage.owner, false)
      const [made] = await Promise.all([
        create({ title: `Round ${round}`, items: [{ item_type: 'scoreboard', item_id: id }, two()[1]] }),
        call(stage.app, 'DELETE', `/api/scoreboard/${id}/`, { token: stage.owner.token }),
      ])
      expect([201, 400]).toContain(made.status)
      if (made.status === 400) expect(made.body).toEqual({ items: ['Item not found.'] })
    }
  })
})
