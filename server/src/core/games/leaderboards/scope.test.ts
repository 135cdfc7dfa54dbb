import {
  findMachine,
  makeLeaderboard,
  makeScoreboard,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../../testing'
import { leaderboardScope } from '../../../testing/shownSettings'

const database = useTestDatabase()

/** A title with two machines of the owner's, one open and one closed one of somebody else's; another title; a group. */
async function makeHall() {
  const { db } = database
  const [owner, other] = [await makeUser(db), await makeUser(db)]
  const standing = (userId: number, machine: string) => makeVenueMachine(db, userId, { machine })
  const open = await standing(other.id, 'Medieval Madness')
  await makeScoreboard(db, other.id, { venueMachineIds: [open] })
  const closed = await standing(other.id, 'Medieval Madness')
  // A public board of somebody who does not own it opens no machine.
  await makeScoreboard(db, owner.id, { venueMachineIds: [closed] })
  return {
    owner: owner.id,
    mine: await standing(owner.id, 'Medieval Madness'),
    second: await standing(owner.id, 'Medieval Madness'),
    elsewhere: await standing(owner.id, 'Twilight Zone'),
    open,
    closed,
    title: await findMachine(db),
    otherTitle: await findMachine(db, 'Twilight Zone'),
  }
}
type Hall = Awaited<ReturnType<typeof makeHall>>
type Counts = Parameters<typeof makeLeaderboard>[2]

let hall: Hall
beforeAll(async () => {
  hall = await makeHall()
})

const scopeOf = async (counts: Counts) =>
  (await leaderboardScope(database.db, (await makeLeaderboard(database.db, hall.owner, counts)).id))!

test.each<[string, (hall: Hall) => Counts, (hall: Hall) => { venueMachineIds?: number[]; machineIds?: number[] }]>([
  ['a machine', ({ mine }) => ({ venueMachineIds: [mine] }), ({ mine }) => ({ venueMachineIds: [mine] })],
  [
    "somebody else's open machine",
    ({ open }) => ({ venueMachineIds: [open] }),
    ({ open }) => ({ venueMachineIds: [open] }),
  ],
  [
    "somebody else's closed machine is left out",
    ({ closed, mine }) => ({ venueMachineIds: [closed, mine] }),
    ({ mine }) => ({ venueMachineIds: [mine] }),
  ],
  ['a title', ({ title }) => ({ machineIds: [title] }), ({ title }) => ({ machineIds: [title] })],
  [
    'a machine beside its title counts with it',
    ({ title, mine, elsewhere }) => ({ machineIds: [title], venueMachineIds: [mine, elsewhere] }),
    ({ title, elsewhere }) => ({ machineIds: [title], venueMachineIds: [elsewhere] }),
  ],
  [
    'LB-04 a whitelist of a title',
    ({ title, mine, elsewhere }) => ({ machineIds: [title], onlyVenueMachineIds: [mine, elsewhere] }),
    ({ mine }) => ({ venueMachineIds: [mine] }),
  ],
  [
    'LB-04 a whitelist with an open and a closed machine',
    ({ title, open, closed }) => ({ machineIds: [title], onlyVenueMachineIds: [open, closed] }),
    ({ open }) => ({ venueMachineIds: [open] }),
  ],
  [
    'LB-04 a whitelist with closed machines only counts nothing',
    ({ title, closed }) => ({ machineIds: [title], onlyVenueMachineIds: [closed] }),
    () => ({}),
  ],
  [
    'LB-04 a whitelist without a fitting machine counts nothing',
    ({ title, elsewhere }) => ({ machineIds: [title], onlyVenueMachineIds: [elsewhere] }),
    () => ({}),
  ],
  [
    'LB-04 a whitelist of several items',
    ({ title, otherTitle, mine, elsewhere }) => ({
      machineIds: [title, otherTitle],
      venueMachineIds: [mine],
      onlyVenueMachineIds: [mine, elsewhere],
    }),
    ({ mine, elsewhere }) => ({ venueMachineIds: [mine, elsewhere] }),
  ],
  [
    'LB-04 a whitelist keeps the machines that are chosen by themselves',
    ({ mine, second }) => ({ venueMachineIds: [mine, second], onlyVenueMachineIds: [second] }),
    ({ second }) => ({ venueMachineIds: [second] }),
  ],
  [
    'LB-04 a whitelist that is switched off restricts nothing',
    ({ title, mine }) => ({
      machineIds: [title],
      onlyVenueMachineIds: [mine],
      question: { filter_by_venuemachines: false },
    }),
    ({ title }) => ({ machineIds: [title] }),
  ],
  [
    'LB-04 type selected switches it on',
    ({ title, mine }) => ({
      machineIds: [title],
      onlyVenueMachineIds: [mine],
      question: { filter_by_venuemachines: false, leaderboard_machine_type: 'selected' },
    }),
    ({ mine }) => ({ venueMachineIds: [mine] }),
  ],
  [
    'LB-04 an empty whitelist restricts nothing',
    ({ title }) => ({
      machineIds: [title],
      question: { filter_by_venuemachines: true, leaderboard_machine_type: 'selected' },
    }),
    ({ title }) => ({ machineIds: [title] }),
  ],
])('%s', async (_title, counts, expected) => {
  const { watches } = await scopeOf(counts(hall))
  const sorted = (ids: number[] = []) => [...ids].sort((one, other) => one - other)
  const { venueMachineIds, machineIds } = expected(hall)
  expect(watches).toEqual({ venueMachineIds: sorted(venueMachineIds), machineIds: sorted(machineIds) })
})

test('LB-06 a group is all its titles', async () => {
  const { group_id } = await database.db
    .selectFrom('machines')
    .select('group_id')
    .where('id', '=', hall.title)
    .executeTakeFirstOrThrow()
  const titles = await database.db
    .selectFrom('machines')
    .select('id')
    .where('group_id', '=', group_id)
    .orderBy('id')
    .execute()
  const { watches } = await scopeOf({ groupIds: [group_id!], machineIds: [hall.title], venueMachineIds: [hall.mine] })
  expect(watches).toEqual({ venueMachineIds: [], machineIds: titles.map(({ id }) => id) })
  expect((await scopeOf({ groupIds: [group_id!], onlyVenueMachineIds: [hall.mine, hall.elsewhere] })).watches).toEqual({
    venueMachineIds: [hall.mine],
    machineIds: [],
  })
})

describe('LB-07 of a title and of a group', () => {
  const counted = async (counts: Counts) => (await scopeOf(counts)).countedOfTitles

  test('the machines of its owner count, and those of others that are open to everybody now', async () => {
    const { mine, second, open, title } = hall
    const { group_id } = await database.db
      .selectFrom('machines')
      .select('group_id')
      .where('id', '=', title)
      .executeTakeFirstOrThrow()
    for (const counts of [{ machineIds: [title] }, { groupIds: [group_id!] }])
      expect(await counted(counts)).toEqual([open, mine, second].sort((one, other) => one - other))
    expect(await counted({ machineIds: [title], onlyVenueMachineIds: [mine] })).toEqual([])
  })

  test('those count no more whose owner keeps their scores to himself, nor where they are named, but for himself', async () => {
    const { db } = database
    const { open, mine, second, title } = hall
    await db.updateTable('venue_machines').set({ counts_elsewhere: false }).where('id', 'in', [open, mine]).execute()
    expect(await counted({ machineIds: [title] })).toEqual([mine, second])
    for (const counts of [
      { venueMachineIds: [open, mine] },
      { machineIds: [title], onlyVenueMachineIds: [open, mine] },
    ])
      expect((await scopeOf(counts)).watches.venueMachineIds).toEqual([mine])
    await db.updateTable('venue_machines').set({ counts_elsewhere: true }).where('id', 'in', [open, mine]).execute()
  })
})

test('settings as they are stored', async () => {
  const [start, end] = [new Date('2026-01-10T12:00:00Z'), new Date('2026-03-10T12:00:00Z')]
  const counts = { venueMachineIds: [hall.mine] }
  expect(
    await scopeOf({
      ...counts,
      question: {
        leaderboard_time_type: 'time_box',
        score_start_time: start.toISOString(),
        score_end_time: end.toISOString(),
        items_per_list: 25,
        one_score_per_player: true,
      },
    }),
  ).toMatchObject({
    rows: 25,
    onePerPlayer: true,
    players: undefined,
    time: { type: 'time_box', start: start.getTime(), end: end.getTime() },
  })
  expect(
    (
      await scopeOf({
        ...counts,
        question: {
          leaderboard_time_type: 'last_calendar',
          last_time_bucket: 'week',
          last_time_timezone: 'Asia/Tokyo',
        },
      })
    ).time,
  ).toEqual({ type: 'last_calendar', bucket: 'week', zone: 'Asia/Tokyo' })
  expect(
    (await scopeOf({ ...counts, question: { leaderboard_time_type: 'last_rolling', last_time_count: 30 } })).time,
  ).toEqual({ type: 'last_rolling', days: 30 })
  expect((await scopeOf({ ...counts, onlyPlayerIds: [hall.owner] })).players).toEqual([hall.owner])
  expect(
    (await scopeOf({ ...counts, onlyPlayerIds: [hall.owner], question: { leaderboard_player_type: 'global' } }))
      .players,
  ).toBeUndefined()
  expect((await scopeOf({ ...counts, question: { leaderboard_player_type: 'invited' } })).players).toBeUndefined()
})

test('there is no scope of a leaderboard that is gone', async () => {
  expect(await leaderboardScope(database.db, 9_007_199_254_740_991)).toBeUndefined()
})
