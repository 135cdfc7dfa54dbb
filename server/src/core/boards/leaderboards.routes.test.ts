import { Leaderboard } from '@multiball/shared/schema'
import { call, findMachine, makeLeaderboard, makeScoreboard, makeVenueMachine, useTestDatabase } from '../../testing'
import { boardCalls, useBoardRoutes } from '../../testing/boardRoutesStage'
import { leaderboardSettings } from '../../testing/shownSettings'

const database = useTestDatabase()
const stage = useBoardRoutes(database, ['leaderboard'])
let machine: number
let title: number
let group: number

beforeAll(async () => {
  title = await findMachine(database.db)
  group = (
    await database.db.selectFrom('machines').select('group_id').where('id', '=', title).executeTakeFirstOrThrow()
  ).group_id!
})
beforeEach(async () => {
  machine = await makeVenueMachine(database.db, stage.owner.id)
})

const input = (fields: object = {}) => ({
  title: 'Best of all',
  items: [{ id: title, type: 'machine', order: 0 }],
  ...fields,
})
const { path, create, created, made, update, refuses } = boardCalls(stage, 'leaderboard', Leaderboard, input)

describe('API-02 leaderboards', () => {
  test('are private, of all time and of everybody unless said otherwise', async () => {
    expect(await created()).toEqual(
      made({
        title: 'Best of all',
        is_public: false,
        moments: 'records',
        background_color: '#000',
        display_title: true,
        items: [{ id: title, type: 'machine', order: 0 }],
        items_per_list: 10,
        one_score_per_player: false,
        leaderboard_time_type: 'all_time',
        score_start_time: null,
        score_end_time: null,
        last_time_bucket: 'month',
        last_time_timezone: null,
        last_time_count: 1,
        leaderboard_machine_type: 'global',
        filter_by_venuemachines: false,
        venuemachines: [],
        leaderboard_player_type: 'global',
        players: [],
      }),
    )
  })

  test('keep everything that is sent, and are read back the same', async () => {
    const other = await makeVenueMachine(database.db, stage.owner.id)
    const sent = input({
      is_public: true,
      background_color: '#FFEE00',
      display_title: false,
      items: [
        { id: machine, type: 'venuemachine', order: 0 },
        { id: title, type: 'machine', order: 1 },
        { id: group, type: 'machinegroup', order: 2 },
      ],
      items_per_list: 25,
      one_score_per_player: true,
      leaderboard_time_type: 'time_box',
      score_start_time: '2026-03-29T02:30:00+02:00',
      score_end_time: '2026-04-01T00:00:00Z',
      last_time_bucket: 'week',
      last_time_timezone: 'Europe/Berlin',
      last_time_count: 30,
      leaderboard_machine_type: 'selected',
      filter_by_venuemachines: true,
      venuemachines: [other, machine],
      leaderboard_player_type: 'invited',
      players: [stage.stranger.id, stage.owner.id],
    })
    const board = await created(sent)
    // Instants come back as the same instants, in UTC.
    const stored = {
      ...sent,
      background_color: '#ffee00',
      score_start_time: '2026-03-29T00:30:00.000Z',
      score_end_time: '2026-04-01T00:00:00.000Z',
    }
    expect(board).toMatchObject(stored)
    expect((await call(stage.app, 'GET', `${path}${board.id}/`, { token: stage.owner.token })).body).toEqual(board)
    expect(
      (await call(stage.app, 'PATCH', `${path}${board.id}/`, { token: stage.owner.token, body: {} })).body,
    ).toEqual(board)
    expect((await update(board.id)).body).toMatchObject({
      venuemachines: [],
      players: [],
      score_start_time: null,
      leaderboard_time_type: 'all_time',
    })
  })

  test.each([
    ['a group by its number', { id: 0, type: 'machinegroup' }],
    ['a group as the catalogue names it', { id: 'g-', type: 'machinegroup' }],
  ])('take %s', async (_title, item) => {
    const id = typeof item.id === 'number' ? group : `g-${group}`
    expect((await created({ items: [{ ...item, id }] })).items).toEqual([{ id: group, type: 'machinegroup', order: 0 }])
  })

  test.each([
    ['None', null],
    ['', null],
    [null, null],
    ['UTC', 'UTC'],
    ['America/New_York', 'America/New_York'],
  ])('the time zone %j is kept as %j', async (sent, kept) => {
    expect((await created({ last_time_timezone: sent })).last_time_timezone).toBe(kept)
  })

  test('keep items in their order', async () => {
    const ids = await Promise.all(
      ['Medieval Madness', 'Attack From Mars', 'Godzilla'].map((name) => findMachine(database.db, name)),
    )
    const items = [
      { id: ids[0], type: 'machine', order: 2 },
      { id: ids[1], type: 'machine', order: 0 },
      { id: ids[2], type: 'machine', order: 1 },
    ]
    expect((await created({ items })).items.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]])
  })
})

const noMachine = { items: ['Please select at least 1 machine'] }
const unseen = 'Only your own machines and those of public scoreboards can be shown'

describe('API-10 what is refused', () => {
  const box = (start: string | null, end: string | null = null) => ({
    leaderboard_time_type: 'time_box',
    score_start_time: start,
    score_end_time: end,
  })

  test.each<[string, object, object]>([
    ['no machine', { items: [] }, noMachine],
    ['no items field', { items: undefined }, noMachine],
    ['items that are null', { items: null }, noMachine],
    ['a machine that was not chosen', { items: [{ id: null, type: 'venuemachine' }] }, noMachine],
    ['an item without an id', { items: [{ type: 'machine' }] }, noMachine],
    ['an item without a type', { items: [{ id: 1 }] }, noMachine],
    ['an item that is null', { items: [null] }, noMachine],
    ['an id that is none', { items: [{ id: 0, type: 'machine' }] }, noMachine],
    ['the id of a group for a machine', { items: [{ id: 'g-1', type: 'machine' }] }, noMachine],
    [
      'a machine twice',
      {
        items: [
          { id: 1, type: 'machine' },
          { id: 1, type: 'machine', order: 1 },
        ],
      },
      { items: ['No duplicate machines!'] },
    ],
    [
      'a group twice, named in two ways',
      {
        items: [
          { id: 1, type: 'machinegroup' },
          { id: 'g-1', type: 'machinegroup' },
        ],
      },
      { items: ['No duplicate machines!'] },
    ],
    ['a title that is not there', { items: [{ id: 999_999, type: 'machine' }] }, { items: ['Item not found.'] }],
    [
      'a group that is not there',
      { items: [{ id: 'g-999999', type: 'machinegroup' }] },
      { items: ['Item not found.'] },
    ],
    ['a machine that is not there', { items: [{ id: 999_999, type: 'venuemachine' }] }, { items: [unseen] }],
    ['no start of boxed time', box(null), { score_start_time: ['Please select a start date'] }],
    [
      'an end before the start',
      box('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'),
      { score_end_time: ['End date can not be before start date'] },
    ],
    [
      'an end at the start',
      box('2026-01-02T00:00:00Z', '2026-01-02T01:00:00+01:00'),
      { score_end_time: ['End date can not be same as start date'] },
    ],
    ['an empty start', box(''), { score_start_time: ['Please select a start date'] }],
    ['a start that is none', box('yesterday'), { score_start_time: ['Please select a start date'] }],
    [
      'an end that is none',
      box('2026-01-02T00:00:00Z', 'tomorrow'),
      { score_end_time: ['This value is not accepted'] },
    ],
    [
      'a start before all calendars',
      box('0000-01-01T00:00:00+14:00'),
      { score_start_time: ['Please select a date between 1900 and 9998'] },
    ],
    ['0 days', { leaderboard_time_type: 'last_rolling', last_time_count: 0 }, { last_time_count: ['At least 1 day'] }],
    ['half a day', { last_time_count: 1.5 }, { last_time_count: ['Please enter a whole number of days'] }],
    [
      'a day that no calendar has',
      { leaderboard_time_type: 'time_box', score_start_time: '2026-02-30T00:00:00Z' },
      { score_start_time: ['There is no such day'] },
    ],
    [
      'a time zone that is not there',
      { last_time_timezone: 'Europe/Atlantis' },
      { last_time_timezone: ['There is no such time zone'] },
    ],
    [
      'an offset for a time zone',
      { last_time_timezone: '+05:30' },
      { last_time_timezone: ['There is no such time zone'] },
    ],
    ['an unknown calendar', { last_time_bucket: 'decade' }, { last_time_bucket: ['This value is not accepted'] }],
    [
      'a machine twice in the whitelist',
      { venuemachines: [1, 1] },
      { venuemachines: ['No duplicate machines in whitelist!'] },
    ],
    ['a machine in the whitelist that is not there', { venuemachines: [999_999] }, { venuemachines: [unseen] }],
    ['a user twice in the whitelist', { players: [1, 1] }, { players: ['No duplicate users in whitelist!'] }],
    ['a user who is not there', { players: [999_999] }, { players: ['Item not found.'] }],
    ['too many rows', { items_per_list: 101 }, { items_per_list: ['This value is not accepted'] }],
  ])('%s', (_title, fields, errors) => refuses(fields, errors))
})

describe('API-10 machines of others', () => {
  const uses = [
    ['items', (id: number) => ({ items: [{ id, type: 'venuemachine' }] })],
    ['venuemachines', (id: number) => ({ venuemachines: [id] })],
  ] as const

  test.each(uses)('LB-07 %s: not where their owner keeps their scores to himself', async (field, fields) => {
    const theirs = await makeVenueMachine(database.db, stage.stranger.id)
    await makeScoreboard(database.db, stage.stranger.id, { venueMachineIds: [theirs] })
    await database.db.updateTable('venue_machines').set({ counts_elsewhere: false }).where('id', '=', theirs).execute()
    expect(await create(fields(theirs))).toMatchObject({
      status: 400,
      body: { [field]: ['The owner of this machine lets its scores count on their own leaderboards only'] },
    })
    const { status } = await call(stage.app, 'POST', path, {
      token: stage.stranger.token,
      body: input({ ...fields(theirs), items: [{ id: theirs, type: 'venuemachine' }] }),
    })
    expect(status).toBe(201)
  })

  test.each(uses)('%s: only while a public scoreboard of their owner shows them', async (field, fields) => {
    const theirs = await makeVenueMachine(database.db, stage.stranger.id)
    expect(await create(fields(theirs))).toMatchObject({ status: 400, body: { [field]: [unseen] } })
    const open = await makeScoreboard(database.db, stage.stranger.id, { venueMachineIds: [theirs] })
    const board = await created(fields(theirs))
    await database.db.updateTable('boards').set({ is_public: false }).where('id', '=', open.id).execute()
    expect((await create({ title: 'Another', ...fields(theirs) })).status).toBe(400)
    // Where it is already, it does not stand in the way of a change.
    expect((await update(board.id, { title: 'Renamed', ...fields(theirs) })).status).toBe(200)
  })
})

describe('what a viewer is told', () => {
  const settings = async (fields: Parameters<typeof makeLeaderboard>[2]) =>
    (await leaderboardSettings(database.db, (await makeLeaderboard(database.db, stage.owner.id, fields)).id))!

  test('names, and instants in UTC', async () => {
    const board = await settings({
      venueMachineIds: [machine],
      machineIds: [await findMachine(database.db, 'Godzilla')],
      groupIds: [group],
      question: { leaderboard_time_type: 'time_box', score_start_time: '2026-01-01T00:00:00.000Z' },
    })
    expect(board).toMatchObject({
      items: [
        { id: machine, type: 'venuemachine', order: 0, name: expect.stringMatching(/^Medieval Madness/) },
        { type: 'machine', order: 1, name: expect.stringMatching(/^Godzilla/) },
        { id: group, type: 'machinegroup', order: 2, name: expect.stringMatching(/^Medieval Madness/) },
      ],
      leaderboard_time_type: 'time_box',
      score_start_time: '2026-01-01T00:00:00.000Z',
      score_end_time: null,
      machine_count: null,
      player_count: null,
    })
    expect(await leaderboardSettings(database.db, 999_999)).toBeUndefined()
  })

  test('how many machines and players count', async () => {
    const others = [
      await makeVenueMachine(database.db, stage.owner.id),
      await makeVenueMachine(database.db, stage.owner.id, { machine: 'Godzilla' }),
    ]
    const whitelist = [machine, ...others]
    const counts = async (fields: Parameters<typeof makeLeaderboard>[2]) => {
      const { machine_count, player_count } = await settings(fields)
      return [machine_count, player_count]
    }
    expect(await counts({ machineIds: [title] })).toEqual([null, null])
    expect(await counts({ venueMachineIds: [machine, ...others] })).toEqual([3, null])
    // Godzilla is not among what is counted.
    expect(
      await counts({
        machineIds: [title],
        onlyVenueMachineIds: whitelist,
        onlyPlayerIds: [stage.owner.id, stage.stranger.id],
      }),
    ).toEqual([2, 2])
    expect(await counts({ groupIds: [group], onlyVenueMachineIds: whitelist })).toEqual([2, null])
    expect(await counts({ venueMachineIds: [machine], onlyVenueMachineIds: whitelist })).toEqual([1, null])
    const ignored = { filter_by_venuemachines: false, leaderboard_player_type: 'global' } as const
    expect(
      await counts({
        machineIds: [title],
        onlyVenueMachineIds: whitelist,
        onlyPlayerIds: [stage.owner.id],
        question: ignored,
      }),
    ).toEqual([null, null])
    expect(
      await counts({
        machineIds: [title],
        onlyVenueMachineIds: whitelist,
        question: { ...ignored, leaderboard_machine_type: 'selected' },
      }),
    ).toEqual([2, null])
    expect(
      await counts({
        machineIds: [title],
        question: { filter_by_venuemachines: true, leaderboard_player_type: 'invited' },
      }),
    ).toEqual([null, null])
  })

  test('nothing of machines that are no longer open', async () => {
    const theirs = await makeVenueMachine(database.db, stage.stranger.id)
    const open = await makeScoreboard(database.db, stage.stranger.id, { venueMachineIds: [theirs] })
    const board = await makeLeaderboard(database.db, stage.owner.id, { venueMachineIds: [machine, theirs] })
    expect(await leaderboardSettings(database.db, board.id)).toMatchObject({
      machine_count: 2,
      items: [{ id: machine }, { id: theirs }],
    })
    await database.db.updateTable('boards').set({ is_public: false }).where('id', '=', open.id).execute()
    expect((await leaderboardSettings(database.db, board.id))!.items.map(({ id }) => id)).toEqual([machine])
    expect(await leaderboardSettings(database.db, board.id)).toMatchObject({ machine_count: 1 })
  })
})
