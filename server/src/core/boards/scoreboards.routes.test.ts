import { Scoreboard } from '@multiball/shared/schema'
import * as v from 'valibot'
import { call, findMachine, makeLeaderboard, makeScoreboard, makeVenueMachine, useTestDatabase } from '../../testing'
import { boardCalls, useBoardRoutes, type TestUser } from '../../testing/boardRoutesStage'
import { scoreboardSettings } from '../../testing/shownSettings'

const database = useTestDatabase()
const stage = useBoardRoutes(database, ['scoreboard', 'leaderboard'])
let machine: number
let title: number

beforeAll(async () => {
  title = await findMachine(database.db)
})
beforeEach(async () => {
  machine = await makeVenueMachine(database.db, stage.owner.id)
})

const input = (fields: object = {}) => ({
  title: 'Main floor',
  venuemachine_items: [{ venuemachine: machine, order: 1 }],
  ...fields,
})
const { path, create, created, update, refuses } = boardCalls(stage, 'scoreboard', Scoreboard, input)
const leaderboardOf = (by: TestUser, isPublic: boolean) =>
  makeLeaderboard(database.db, by.id, { machineIds: [title], isPublic })

describe('FRM-06 a search', () => {
  const titles = async (query: string, token?: string) =>
    (
      (await call(stage.app, 'GET', `${path}?${query}`, { token })).body as {
        results: { title: string }[]
        count: number
      }
    ).results.map((board) => board.title)

  test('finds words of the title and of the owner’s name, among what the reader may see', async () => {
    for (const [title, is_public] of [
      ['Ünder the 100% bar', true],
      ['Under cover', false],
      ['Over', true],
    ] as const)
      await create({ title, is_public })
    const mine = `owner=${stage.owner.id}&ordering=title`
    expect(await titles(`${mine}&search=UNDER`, stage.owner.token)).toEqual(['Under cover'])
    expect(await titles(`is_public=true&${mine}&search=ünder`)).toEqual(['Ünder the 100% bar'])
    expect(await titles(`is_public=true&${mine}&search=100%25%20lawlor`)).toEqual(['Ünder the 100% bar'])
    expect(await titles(`is_public=true&${mine}&search=cover`, stage.stranger.token)).toEqual([])
    expect(await titles(`${mine}&search=`, stage.owner.token)).toHaveLength(3)
  })

  test('order by title does not mind the case', async () => {
    for (const title of ['b', 'A', 'Z', 'a2']) await create({ title })
    expect(await titles(`owner=${stage.owner.id}&ordering=title`, stage.owner.token)).toEqual(['A', 'a2', 'b', 'Z'])
  })
})

describe('API-02 scoreboards', () => {
  test('are private and plain unless said otherwise', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    v.parse(Scoreboard, body)
    expect(body).toMatchObject({
      id: expect.any(Number),
      title: 'Main floor',
      is_public: false,
      background_color: '#000',
      display_title: true,
      enablePlayerRank: false,
      high_density: false,
      leaderboard: null,
      idle_leaderboard_show: false,
      idle_leaderboard_sec: 10,
      idle_scoreboard_sec: 10,
      idle_hotgame_show: false,
      idle_hotgame_type: 0,
      venuemachine_items: [{ venuemachine: machine, order: 1 }],
      user_roles: [
        { role: 'owner', user: expect.objectContaining({ id: stage.owner.id, cached_display_name: 'Pat Lawlor' }) },
      ],
      viewer_key: expect.stringMatching(/^[\w-]{22}$/),
    })
  })

  test('keep everything that is sent, and are read back the same', async () => {
    const leaderboard = await leaderboardOf(stage.owner, false)
    const sent = input({
      is_public: true,
      background_color: '#ABCDEF',
      display_title: false,
      enablePlayerRank: true,
      high_density: true,
      leaderboard: leaderboard.id,
      idle_hotgame_show: true,
      idle_hotgame_type: 4,
      idle_leaderboard_sec: 30,
      idle_scoreboard_sec: 86_400,
    })
    const board = await created(sent)
    expect(board).toMatchObject({ ...sent, background_color: '#abcdef' })
    expect((await call(stage.app, 'GET', `${path}${board.id}`, { token: stage.owner.token })).body).toEqual(board)
    const changed = {
      title: 'Other',
      is_public: false,
      venuemachine_items: [{ venuemachine: await makeVenueMachine(database.db, stage.owner.id), order: 5 }],
    }
    const updated = await update(board.id, changed)
    // What a PUT leaves out is back at its default.
    expect(updated).toMatchObject({
      status: 200,
      body: { ...changed, id: board.id, background_color: '#000', enablePlayerRank: false, leaderboard: null },
    })
    expect((await call(stage.app, 'GET', `${path}${board.id}/`, { token: stage.owner.token })).body).toEqual(
      updated.body,
    )
  })

  test('PATCH changes only what it names', async () => {
    const leaderboard = await leaderboardOf(stage.owner, false)
    const board = await created({ enablePlayerRank: true, background_color: '#123456', leaderboard: leaderboard.id })
    const { body } = await call(stage.app, 'PATCH', `${path}${board.id}/`, {
      token: stage.owner.token,
      body: { title: 'Patched' },
    })
    expect(body).toEqual({ ...board, title: 'Patched' })
  })

  test.each([
    ['missing', [{}, {}, {}], [0, 1, 2]],
    ['shared', [{ order: 3 }, { order: 1 }, { order: 1 }], [1, 2, 0]],
    ['given', [{ order: 9 }, { order: 4 }, { order: 7 }], [1, 2, 0]],
  ])('keep several machines in their order, which is %s', async (_title, orders, expected) => {
    const machines = [
      machine,
      await makeVenueMachine(database.db, stage.owner.id),
      await makeVenueMachine(database.db, stage.owner.id),
    ]
    const board = await created({
      venuemachine_items: machines.map((venuemachine, at) => ({ venuemachine, ...orders[at] })),
    })
    expect(board.venuemachine_items.map(({ venuemachine }) => venuemachine)).toEqual(expected.map((at) => machines[at]))
    expect(new Set(board.venuemachine_items.map(({ order }) => order)).size).toBe(3)
  })

  test('go with their machines', async () => {
    const board = await created()
    await call(stage.app, 'DELETE', `${path}${board.id}/`, { token: stage.owner.token })
    expect(
      await database.db.selectFrom('board_references').selectAll().where('board_id', '=', board.id).execute(),
    ).toEqual([])
  })
})

const noMachine = { venuemachine_items: ['Please select at least 1 machine'] }
const unseen = { venuemachine_items: ['Only your own machines and those of public scoreboards can be shown'] }

describe('API-10 what is refused', () => {
  test.each<[string, object, object]>([
    ['no machine', { venuemachine_items: [] }, noMachine],
    ['no machines field', { venuemachine_items: undefined }, noMachine],
    ['machines that are null', { venuemachine_items: null }, noMachine],
    ['a machine that was not chosen', { venuemachine_items: [{ venuemachine: null, order: 0 }] }, noMachine],
    ['an item without a machine', { venuemachine_items: [{ order: 0 }] }, noMachine],
    ['an item that is null', { venuemachine_items: [null] }, noMachine],
    ['an unknown machine', { venuemachine_items: [{ venuemachine: 999_999 }] }, unseen],
    [
      'too many machines',
      { venuemachine_items: Array.from({ length: 21 }, (_, at) => ({ venuemachine: at + 1 })) },
      { venuemachine_items: ['At most 20 machines'] },
    ],
    [
      'an order beyond any',
      { venuemachine_items: [{ venuemachine: 1, order: 2 ** 31 }] },
      { venuemachine_items: ['This value is not accepted'] },
    ],
    [
      'a colour that is none',
      { background_color: 'red;}' },
      { background_color: ['Please enter a colour such as #1a2b3c'] },
    ],
    ['a flag that is none', { is_public: 'yes' }, { is_public: ['This value is not accepted'] }],
    ['an unknown idle screen', { idle_hotgame_type: 5 }, { idle_hotgame_type: ['This value is not accepted'] }],
    ['no seconds', { idle_leaderboard_sec: 0 }, { idle_leaderboard_sec: ['Please enter 1 to 86400 seconds'] }],
    [
      'both idle screens',
      { idle_hotgame_show: true, idle_leaderboard_show: true },
      { idle_hotgame_show: ['Show either a leaderboard or a hot game when idle'] },
    ],
    [
      'an idle leaderboard without one',
      { idle_leaderboard_show: true, leaderboard: null },
      { leaderboard: ['Please select a leaderboard'] },
    ],
    ['a leaderboard that is not there', { leaderboard: 999_999 }, { leaderboard: ['Item not found.'] }],
    [
      'several wrong fields',
      { title: '', venuemachine_items: [] },
      { title: ['Title must not be blank'], ...noMachine },
    ],
  ])('%s', (_title, fields, errors) => refuses(fields, errors))

  test('a machine twice', async () => {
    const twice = [{ venuemachine: machine }, { venuemachine: machine, order: 1 }]
    expect(await create({ venuemachine_items: twice })).toMatchObject({
      status: 400,
      body: { venuemachine_items: ['No duplicate machines!'] },
    })
  })

  test('a removed machine, except where it is already', async () => {
    const board = await created()
    await database.db.updateTable('venue_machines').set({ retired_at: new Date() }).where('id', '=', machine).execute()
    expect(await create({ title: 'Another' })).toMatchObject({ status: 400, body: unseen })
    expect((await update(board.id, { title: 'Renamed' })).status).toBe(200)
  })
})

describe('API-10 machines of others', () => {
  const put = (venuemachine: number) => ({ venuemachine_items: [{ venuemachine }] })

  test.each([
    ['that no board shows', undefined, 400],
    ['that a private scoreboard of their owner shows', false, 400],
    ['that a public scoreboard of their owner shows', true, 201],
  ])('%s', async (_title, isPublic, status) => {
    const theirs = await makeVenueMachine(database.db, stage.stranger.id)
    if (isPublic !== undefined)
      await makeScoreboard(database.db, stage.stranger.id, { venueMachineIds: [theirs], isPublic })
    expect((await create(put(theirs))).status).toBe(status)
  })

  test('do not become open by somebody else’s public scoreboard', async () => {
    const theirs = await makeVenueMachine(database.db, stage.stranger.id)
    await makeScoreboard(database.db, stage.owner.id, { venueMachineIds: [theirs] })
    expect(await create(put(theirs))).toMatchObject({ status: 400, body: unseen })
  })

  test('are no longer shown once they are no longer open, and the board can still be saved', async () => {
    const theirs = await makeVenueMachine(database.db, stage.stranger.id)
    const theirBoard = await makeScoreboard(database.db, stage.stranger.id, { venueMachineIds: [theirs] })
    const board = await created({ venuemachine_items: [{ venuemachine: machine }, { venuemachine: theirs, order: 1 }] })
    const machinesShown = async () =>
      (await scoreboardSettings(database.db, board.id))!.items.map(({ venuemachine }) => venuemachine.id)
    expect(await machinesShown()).toEqual([machine, theirs])
    stage.announced.splice(0)

    await update(theirBoard.id, { title: 'Theirs', is_public: false, ...put(theirs) }, stage.stranger)
    expect(stage.announced).toEqual([
      { type: 'scoreboard', id: theirBoard.id, reason: 'closed' },
      { type: 'scoreboard', id: board.id, reason: 'updated' },
    ])
    expect(await machinesShown()).toEqual([machine])
    expect((await update(board.id, { venuemachine_items: board.venuemachine_items })).status).toBe(200)
    expect((await create({ title: 'Another', ...put(theirs) })).status).toBe(400)
  })

  test('their boards are told when a machine opens, closes, or goes', async () => {
    const theirs = await makeVenueMachine(database.db, stage.stranger.id)
    const other = await makeVenueMachine(database.db, stage.stranger.id)
    const board = await makeScoreboard(database.db, stage.owner.id, { venueMachineIds: [theirs] })
    const counting = await makeLeaderboard(database.db, stage.owner.id, {
      machineIds: [title],
      onlyVenueMachineIds: [theirs],
    })
    const told = [
      { type: 'leaderboard', id: counting.id, reason: 'updated' },
      { type: 'scoreboard', id: board.id, reason: 'updated' },
    ]
    const toldBy = async (change: () => Promise<unknown>) => {
      stage.announced.splice(0)
      await change()
      return stage.announced
        .filter(({ id, type }) => told.some((one) => one.id === id && one.type === type))
        .sort((one, two) => one.type.localeCompare(two.type))
    }
    let id = 0
    expect(
      await toldBy(async () => {
        id = v.parse(Scoreboard, (await create({ is_public: true, ...put(theirs) }, stage.stranger)).body).id
      }),
    ).toEqual(told)
    expect(await toldBy(() => update(id, { is_public: true, title: 'Same', ...put(theirs) }, stage.stranger))).toEqual(
      [],
    )
    expect(await toldBy(() => update(id, { is_public: true, ...put(other) }, stage.stranger))).toEqual(told)
    expect(await toldBy(() => update(id, { is_public: true, ...put(theirs) }, stage.stranger))).toEqual(told)
    expect(
      await toldBy(() =>
        call(stage.app, 'PATCH', `${path}${id}/`, { token: stage.stranger.token, body: { is_public: false } }),
      ),
    ).toEqual(told)
    expect(await toldBy(() => call(stage.app, 'DELETE', `${path}${id}/`, { token: stage.stranger.token }))).toEqual([])
    const open = await makeScoreboard(database.db, stage.stranger.id, { venueMachineIds: [theirs] })
    expect(
      await toldBy(() => call(stage.app, 'DELETE', `${path}${open.id}/`, { token: stage.stranger.token })),
    ).toEqual(told)
  })
})

describe('API-10 the leaderboard of a scoreboard', () => {
  test.each([
    ['one’s own, private', 'owner', false, 201],
    ['one’s own, public', 'owner', true, 201],
    ['a public one of somebody else', 'stranger', true, 201],
    ['a private one of somebody else', 'stranger', false, 400],
  ] as const)('may be %s', async (_title, whose, isPublic, status) => {
    const leaderboard = await leaderboardOf(whose === 'owner' ? stage.owner : stage.stranger, isPublic)
    const answer = await create({ leaderboard: leaderboard.id, idle_leaderboard_show: true })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject(
      status === 201 ? { leaderboard: leaderboard.id } : { leaderboard: ['Item not found.'] },
    )
  })

  test('stays where it is when it becomes private, and is refused elsewhere', async () => {
    const leaderboard = await leaderboardOf(stage.stranger, true)
    const board = await created({ leaderboard: leaderboard.id })
    await database.db.updateTable('boards').set({ is_public: false }).where('id', '=', leaderboard.id).execute()
    expect(await update(board.id, { title: 'Renamed', leaderboard: leaderboard.id })).toMatchObject({
      status: 200,
      body: { leaderboard: leaderboard.id },
    })
    expect((await create({ leaderboard: leaderboard.id })).status).toBe(400)
    await update(board.id, { leaderboard: null })
    expect((await update(board.id, { leaderboard: leaderboard.id })).status).toBe(400)
  })

  test('is gone from it when it is deleted, which is announced', async () => {
    const leaderboard = await leaderboardOf(stage.owner, true)
    const board = await created({ leaderboard: leaderboard.id, idle_leaderboard_show: true })
    stage.announced.splice(0)
    expect(
      (await call(stage.app, 'DELETE', `/api/leaderboard/${leaderboard.id}/`, { token: stage.owner.token })).status,
    ).toBe(204)
    expect((await call(stage.app, 'GET', `${path}${board.id}/`, { token: stage.owner.token })).body).toEqual({
      ...board,
      leaderboard: null,
    })
    expect(stage.announced).toEqual([
      { type: 'leaderboard', id: leaderboard.id, reason: 'deleted' },
      { type: 'scoreboard', id: board.id, reason: 'updated' },
    ])
  })
})
