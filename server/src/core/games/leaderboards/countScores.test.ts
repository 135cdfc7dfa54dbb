import { LeaderboardScore } from '@multiball/shared/schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import { Entry } from '@multiball/shared/schema'
import {
  findMachine,
  makeLeaderboard,
  makeScoreboard,
  makeUser,
  makeVenue,
  makeVenueMachine,
  useTestDatabase,
} from '../../../testing'
import { leaderboardScope } from '../../../testing/shownSettings'
import { Games } from '../games.service'
import { gamesStore } from '../games.store'
import { countScores } from './countScores'

const database = useTestDatabase()
const at = (text: string) => Date.parse(text)
const now = at('2026-06-17T15:30:00Z')

let ownerId: number
beforeAll(async () => {
  ownerId = (await makeUser(database.db)).id
})

type Counts = Parameters<typeof makeLeaderboard>[2]
type Question = NonNullable<Counts['question']>

/** What a leaderboard answers at a moment; every answer keeps to the contract. */
async function count(counts: Counts, nowMs = now) {
  const { id } = await makeLeaderboard(database.db, ownerId, counts)
  const { scores, validUntil } = await countScores(database.db, (await leaderboardScope(database.db, id))!, nowMs)
  v.parse(v.array(LeaderboardScore), scores)
  expect(scores.map(({ position }) => position)).toEqual(scores.map((_score, place) => place + 1))
  return { scores, validUntil }
}

const scoresOf = async (counts: Counts, nowMs?: number) => (await count(counts, nowMs)).scores.map(({ score }) => score)

let sessions = 0

interface Settled {
  /** PostgreSQL reads it; an hour ago unless given */
  settled?: string
  /** who claimed which slot; null is nobody */
  players?: (number | null)[]
}

interface Played extends Settled {
  machine: number
  scores: (number | string)[]
}

/** Settled, successful games with these scores. Answers their ids. */
async function playAll(games: readonly Played[]): Promise<number[]> {
  const rows = games.map(({ machine, scores, settled = '2026-06-17T14:30:00Z' }) => ({
    machine,
    session: (sessions += 1).toString(16).padStart(32, '0'),
    scores: scores.map(String),
    settled,
  }))
  const { rows: made } = await sql<{ id: number }>`
    insert into games (venue_machine_id, session_uuid, sequence, scores, settled_at, successful)
    select machine, session, 1, scores, settled, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as played (machine bigint, session uuid, scores bigint[], settled timestamptz) order by session
    returning id
  `.execute(database.db)
  const ids = made.map(({ id }) => id)
  const claims = games.flatMap(({ players = [] }, game) =>
    players.flatMap((user_id, slot) =>
      user_id === null ? [] : [{ game_id: ids[game]!, position: slot + 1, user_id }],
    ),
  )
  if (claims.length > 0) await database.db.insertInto('game_claims').values(claims).execute()
  await sql`
    insert into settled_scores (game_id, position, venue_machine_id, score, settled_at)
    select id, position, venue_machine_id, score, settled_at from games, unnest(scores) with ordinality as slot (score, position) where id = any (${ids}::bigint[])
  `.execute(database.db)
  return ids
}

const play = (machine: number, scores: (number | string)[], settled: Settled = {}) =>
  playAll([{ machine, scores, ...settled }])

const machineOf = (machine?: string) => makeVenueMachine(database.db, ownerId, { machine })

describe('the order', () => {
  test('VLB-02 best first, the earlier score first among equals, then the earlier game and slot', async () => {
    const machine = await machineOf()
    const [ann, bob, cyd, dot] = await Promise.all([1, 2, 3, 4].map(() => makeUser(database.db)))
    await play(machine, [500, 700], { settled: '2026-06-03T00:00:00Z', players: [ann!.id] })
    await play(machine, [500], { settled: '2026-06-01T00:00:00Z', players: [bob!.id] })
    await play(machine, [500, 500], { settled: '2026-06-02T00:00:00Z', players: [cyd!.id, dot!.id] })
    const { scores } = await count({ venueMachineIds: [machine] })
    expect(scores.map(({ score, player, settled_on }) => [score, player?.id ?? null, settled_on.slice(0, 10)])).toEqual(
      [
        [700, null, '2026-06-03'],
        [500, bob!.id, '2026-06-01'],
        [500, cyd!.id, '2026-06-02'],
        [500, dot!.id, '2026-06-02'],
        [500, ann!.id, '2026-06-03'],
      ],
    )
  })

  test('VLB-04 where several titles are counted each score says its own; one title has nothing to tell', async () => {
    const [one, other] = [await machineOf(), await machineOf('Twilight')]
    await play(one, [50, 20])
    await play(other, [40])
    const machinesOf = async (counts: Counts) =>
      (await count(counts)).scores.map(({ score, machine }) => [score, machine])
    expect(await machinesOf({ venueMachineIds: [one, other] })).toEqual([
      [50, 'Medieval Madness'],
      [40, 'Twilight Zone'],
      [20, 'Medieval Madness'],
    ])
    expect(await machinesOf({ venueMachineIds: [one] })).toEqual([
      [50, undefined],
      [20, undefined],
    ])
    expect(
      await machinesOf({ venueMachineIds: [one], machineIds: [await findMachine(database.db, 'Twilight')] }),
    ).toContainEqual([50, 'Medieval Madness'])
  })

  test('microseconds decide too', async () => {
    const machine = await machineOf()
    const late = await makeUser(database.db)
    await play(machine, [500], { settled: '2026-06-02T00:00:00.000002Z', players: [late.id] })
    await play(machine, [500], { settled: '2026-06-02T00:00:00.000001Z' })
    expect((await count({ venueMachineIds: [machine] })).scores.map(({ player }) => player?.id ?? null)).toEqual([
      null,
      late.id,
    ])
  })

  test('scores beyond 2^53 are exact, and digits on the wire', async () => {
    const machine = await machineOf()
    const exact = ['9007199254740992', '9223372036854775807', '9007199254740993', '9007199254740991', '0']
    await play(machine, exact)
    expect(await scoresOf({ venueMachineIds: [machine] })).toEqual([
      '9223372036854775807',
      '9007199254740993',
      '9007199254740992',
      9007199254740991,
      0,
    ])
  })

  test.each([1, 3, 10, 100])('VLB-02 items_per_list %i', async (items_per_list) => {
    const machine = await machineOf()
    await playAll(
      Array.from({ length: 21 }, (_none, game) => ({
        machine,
        scores: [1, 2, 3, 4, 5].map((slot) => 10 * game + slot),
      })),
    )
    const best = Array.from({ length: 21 }, (_none, game) =>
      [5, 4, 3, 2, 1].map((slot) => 10 * (20 - game) + slot),
    ).flat()
    expect(await scoresOf({ venueMachineIds: [machine], question: { items_per_list } })).toEqual(
      best.slice(0, items_per_list),
    )
  })
})

describe('what counts', () => {
  test('only settled, successful games', async () => {
    const games = new Games(gamesStore(database.db))
    const machine = await machineOf()
    const post = (session: number, fields: Record<string, unknown>) =>
      games.record(machine, v.parse(Entry, { session_uuid: `f${String(session).padStart(31, '0')}`, ...fields }))
    await post(1, { session_sequence: 1, current_p1_score: 100 })
    expect(await scoresOf({ venueMachineIds: [machine] })).toEqual([])
    await games.interrupt(machine)
    await post(2, { session_sequence: 1, current_p1_score: 200 })
    await post(2, { session_sequence: 2, active: false, current_p1_score: 201, current_p2_score: 7 })
    await post(3, { session_sequence: 1, current_p1_score: 300 })
    const title = await findMachine(database.db)
    expect(await scoresOf({ venueMachineIds: [machine] })).toEqual([201, 7])
    expect(await scoresOf({ machineIds: [title], onlyVenueMachineIds: [machine] })).toEqual([201, 7])
    await games.close()
  })

  test('a machine, a title everywhere, a group with all its editions; nothing twice', async () => {
    const { rows } = await sql<{ group_id: number; ids: number[] }>`
      select group_id, json_agg(id order by id) as ids from machines where group_id is not null group by 1 having count(*) = 3 order by 1 limit 1
    `.execute(database.db)
    const [group] = rows
    const [first, second, third] = group!.ids as [number, number, number]
    const other = await makeUser(database.db)
    const stand = async (userId: number, machine_id: number) => {
      const venue_id = await makeVenue(database.db, userId)
      return (
        await database.db
          .insertInto('venue_machines')
          .values({ venue_id, machine_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    }
    const [ours, theirs, edition, elsewhere] = [
      await stand(ownerId, first),
      await stand(other.id, first),
      await stand(ownerId, second),
      await machineOf('Twilight'),
    ]
    await play(ours, [10])
    await makeScoreboard(database.db, other.id, { venueMachineIds: [theirs] })
    await play(theirs, [20])
    await play(edition, [30])
    await play(elsewhere, [40])
    const cases: [Counts, number[]][] = [
      [{ venueMachineIds: [ours] }, [10]],
      [{ venueMachineIds: [ours, edition, elsewhere] }, [40, 30, 10]],
      [{ machineIds: [first] }, [20, 10]],
      [{ machineIds: [third] }, []],
      [{ groupIds: [group!.group_id] }, [30, 20, 10]],
      [
        { groupIds: [group!.group_id], machineIds: [first, second], venueMachineIds: [ours, edition, elsewhere] },
        [40, 30, 20, 10],
      ],
      [{ machineIds: [first], venueMachineIds: [edition] }, [30, 20, 10]],
    ]
    for (const [counts, expected] of cases) {
      expect(await scoresOf(counts)).toEqual(expected)
      expect(await scoresOf({ ...counts, question: { one_score_per_player: true } })).toEqual(expected)
    }
  })

  test('a removed machine keeps its scores', async () => {
    const machine = await machineOf('FunHouse')
    await play(machine, [10])
    await database.db.updateTable('venue_machines').set({ retired_at: new Date() }).where('id', '=', machine).execute()
    expect(await scoresOf({ venueMachineIds: [machine] })).toEqual([10])
    expect(await scoresOf({ machineIds: [await findMachine(database.db, 'FunHouse')] })).toEqual([10])
  })

  test('LB-07 a title and a group count somebody else’s machine only while it is open, best scores and invited players alike', async () => {
    const { db } = database
    const [other, ann] = [await makeUser(db), await makeUser(db)]
    const [title, { group_id }] = await (async () => {
      const id = await findMachine(db, 'Fish Tales')
      return [
        id,
        await db.selectFrom('machines').select('group_id').where('id', '=', id).executeTakeFirstOrThrow(),
      ] as const
    })()
    const [mine, theirs] = [
      await machineOf('Fish Tales'),
      await makeVenueMachine(db, other.id, { machine: 'Fish Tales' }),
    ]
    await play(mine, [10], { players: [ann.id] })
    await play(theirs, [9876543210987], { players: [ann.id] })
    const { id } = await makeScoreboard(db, other.id, { venueMachineIds: [theirs], isPublic: false })
    const answers = async () => {
      const found: unknown[] = []
      for (const counts of [{ machineIds: [title] }, { groupIds: [group_id!] }]) {
        for (const question of [
          {},
          { one_score_per_player: true },
          { leaderboard_time_type: 'last_rolling', last_time_count: 1 },
        ] as Question[])
          found.push(await scoresOf({ ...counts, question }))
        found.push(await scoresOf({ ...counts, onlyPlayerIds: [ann.id] }))
      }
      return found
    }
    expect(await answers()).toEqual(Array(8).fill([10]))
    await db.updateTable('boards').set({ is_public: true }).where('id', '=', id).execute()
    const [all, best] = [[9876543210987, 10], [9876543210987]]
    expect(await answers()).toEqual([all, best, all, all, all, best, all, all])
    await db.updateTable('venue_machines').set({ counts_elsewhere: false }).where('id', '=', theirs).execute()
    expect(await answers()).toEqual(Array(8).fill([10]))
  })

  test("somebody else's machine counts while it is open", async () => {
    const other = await makeUser(database.db)
    const theirs = await makeVenueMachine(database.db, other.id)
    await play(theirs, [10])
    expect(await scoresOf({ venueMachineIds: [theirs] })).toEqual([])
    const { id } = await makeScoreboard(database.db, other.id, { venueMachineIds: [theirs] })
    expect(await scoresOf({ venueMachineIds: [theirs] })).toEqual([10])
    await database.db.updateTable('boards').set({ is_public: false }).where('id', '=', id).execute()
    expect(await scoresOf({ venueMachineIds: [theirs] })).toEqual([])
  })
})

describe('the time', () => {
  const zurich = (last_time_bucket: Question['last_time_bucket']): Question => ({
    leaderboard_time_type: 'last_calendar',
    last_time_bucket,
    last_time_timezone: 'Europe/Zurich',
  })
  const rolling = (last_time_count: number): Question => ({ leaderboard_time_type: 'last_rolling', last_time_count })
  const box = (start: string, end: string | null): Question => ({
    leaderboard_time_type: 'time_box',
    score_start_time: new Date(start).toISOString(),
    score_end_time: end && new Date(end).toISOString(),
  })

  // By name, so that an expectation says when they were settled. Clocks go back on the 25th, at 3:00 in Zurich, 1:00 UTC.
  const settled = {
    lastYear: '2025-12-31T22:59:59.999Z',
    newYear: '2025-12-31T23:00:00Z',
    september: '2026-09-30T21:59:59.999Z',
    october: '2026-09-30T22:00:00Z',
    sunday: '2026-10-18T21:59:59.999Z',
    monday: '2026-10-18T22:00:00Z',
    saturday: '2026-10-24T21:59:59.999Z',
    midnight: '2026-10-24T22:00:00Z',
    beforeTwo: '2026-10-24T23:59:59.999Z',
    firstTwo: '2026-10-25T00:00:00Z',
    secondTwo: '2026-10-25T01:00:00Z',
    three: '2026-10-25T02:00:00Z',
  } as const
  const names = Object.keys(settled) as (keyof typeof settled)[]
  let machine: number
  beforeAll(async () => {
    machine = await machineOf()
    // Each earlier one is better, so that it would be seen.
    await playAll(names.map((name, place) => ({ machine, scores: [names.length - place], settled: settled[name] })))
  })

  test.each<[string, Question, string, string, string | undefined]>([
    ['all time', {}, '2026-10-25T02:00:00Z', names.join(), undefined],
    ['this year', zurich('year'), '2026-10-25T02:00:00Z', names.slice(1).join(), '2026-12-31T23:00:00.000Z'],
    ['this month', zurich('month'), '2026-10-25T02:00:00Z', names.slice(3).join(), '2026-10-31T23:00:00.000Z'],
    ['this week', zurich('week'), '2026-10-25T02:00:00Z', names.slice(5).join(), '2026-10-25T23:00:00.000Z'],
    ['this day of 25 hours', zurich('day'), '2026-10-25T02:00:00Z', names.slice(7).join(), '2026-10-25T23:00:00.000Z'],
    [
      'the hour from 2 to 3, the first time',
      zurich('hour'),
      '2026-10-25T00:30:00Z',
      'firstTwo',
      '2026-10-25T01:00:00.000Z',
    ],
    [
      'the hour from 2 to 3, the second time',
      zurich('hour'),
      '2026-10-25T01:30:00Z',
      'secondTwo',
      '2026-10-25T02:00:00.000Z',
    ],
    ['the hour before', zurich('hour'), '2026-10-24T23:59:59.999Z', 'beforeTwo', '2026-10-25T00:00:00.000Z'],
    [
      'the same day in UTC',
      { ...zurich('day'), last_time_timezone: null },
      '2026-10-25T02:00:00Z',
      'firstTwo,secondTwo,three',
      '2026-10-26T00:00:00.000Z',
    ],
    ['the last 24 hours', rolling(1), '2026-10-25T21:59:59.999Z', names.slice(7).join(), '2026-10-25T22:00:00.000Z'],
    ['24 hours are over', rolling(1), '2026-10-25T22:00:00Z', names.slice(8).join(), '2026-10-25T23:59:59.999Z'],
    ['the last 7 days', rolling(7), '2026-10-25T21:59:59.999Z', names.slice(5).join(), '2026-10-25T22:00:00.000Z'],
    [
      'so long that nothing leaves soon',
      rolling(36_500),
      '2026-10-25T22:00:00Z',
      names.join(),
      '2125-12-07T22:59:59.999Z',
    ],
    ['nothing in the last day', rolling(1), '2026-11-30T00:00:00Z', '', undefined],
    [
      'a box includes its start and excludes its end',
      box('2026-09-30T22:00:00Z', '2026-10-25T00:00:00Z'),
      '2026-11-30T00:00:00Z',
      'october,sunday,monday,saturday,midnight,beforeTwo',
      undefined,
    ],
    [
      'a box without an end',
      box('2026-10-25T00:00:00Z', null),
      '2026-11-30T00:00:00Z',
      'firstTwo,secondTwo,three',
      undefined,
    ],
    [
      'a box that has not begun',
      box('2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z'),
      '2026-11-30T00:00:00Z',
      '',
      undefined,
    ],
  ])('LB-02 %s', async (_title, columns, clock, expected, validUntil) => {
    const counted = await count(
      { venueMachineIds: [machine], question: { items_per_list: 100, ...columns } },
      at(clock),
    )
    expect(counted.scores.map(({ score }) => names[names.length - Number(score)]).join()).toBe(expected)
    expect(counted.validUntil && new Date(counted.validUntil).toISOString()).toBe(validUntil)
  })

  test('a rolling answer holds until the oldest score that is shown leaves, and changes then', async () => {
    const counts: Counts = { venueMachineIds: [machine], question: { items_per_list: 2, ...rolling(1) } }
    const first = await count(counts, at('2026-10-25T02:00:00Z'))
    expect(first.scores.map(({ settled_on }) => settled_on)).toEqual(
      [settled.saturday, settled.midnight].map((text) => new Date(text).toISOString()),
    )
    expect(await count(counts, first.validUntil! - 1)).toEqual(first)
    const second = await count(counts, first.validUntil)
    expect(second.scores.map(({ settled_on }) => settled_on)).toEqual(
      [settled.midnight, settled.beforeTwo].map((text) => new Date(text).toISOString()),
    )
    expect(second.validUntil).toBeGreaterThan(first.validUntil!)
  })
})

describe('the players', () => {
  test("one score per player keeps each player's best, the earlier of two equal ones; guests count one by one", async () => {
    const machine = await machineOf()
    const [ann, bob] = [await makeUser(database.db), await makeUser(database.db)]
    await play(machine, [90, 80, 70, 60], { settled: '2026-06-02T00:00:00Z', players: [ann.id, ann.id, null, bob.id] })
    await play(machine, [90, 80, 70, 60], { settled: '2026-06-01T00:00:00Z', players: [ann.id, null, null, bob.id] })
    const shown = async (one_score_per_player: boolean) =>
      (await count({ venueMachineIds: [machine], question: { one_score_per_player } })).scores.map(
        ({ score, player, settled_on }) => [score, player?.id ?? null, settled_on.slice(8, 10)].join(' '),
      )
    expect(await shown(true)).toEqual([`90 ${ann.id} 01`, '80  01', '70  01', '70  02', `60 ${bob.id} 01`])
    expect(await shown(false)).toEqual([
      `90 ${ann.id} 01`,
      `90 ${ann.id} 02`,
      '80  01',
      `80 ${ann.id} 02`,
      '70  01',
      '70  02',
      `60 ${bob.id} 01`,
      `60 ${bob.id} 02`,
    ])
  })

  test('one score per player finds everybody below those who stand there hundreds of times', async () => {
    const machine = await machineOf()
    const players = await Promise.all(Array.from({ length: 12 }, () => makeUser(database.db)))
    // Each has hundreds of scores and shares the best of them with a guest, all at one moment.
    const games = players.flatMap(({ id }, place) =>
      Array.from({ length: 40 }, (_none, game) => {
        const score = 1_000_000 - place * 1000 - game
        return {
          machine,
          scores: [score, score, score - 500, score - 500, score],
          players: [id, id, id, id, game === 0 ? null : id],
        }
      }),
    )
    await playAll(games)
    const one = { one_score_per_player: true }
    const expected = players.flatMap(({ id }, place) => [
      `${1_000_000 - place * 1000} ${id}`,
      `${1_000_000 - place * 1000} null`,
    ])
    for (const items_per_list of [1, 5, 10, 24, 100]) {
      const { scores } = await count({ venueMachineIds: [machine], question: { ...one, items_per_list } })
      expect(scores.map(({ score, player }) => `${score} ${player?.id ?? null}`)).toEqual(
        expected.slice(0, items_per_list),
      )
    }
  })

  test('hundreds of equal scores of guests are each counted once', async () => {
    const machine = await machineOf()
    const player = await makeUser(database.db)
    await playAll(
      Array.from({ length: 60 }, (_none, game) => ({
        machine,
        scores: [5, 5, 5, 5, 5],
        players: [player.id, player.id, player.id, player.id, game % 2 ? player.id : null],
      })),
    )
    const { scores } = await count({
      venueMachineIds: [machine],
      question: { one_score_per_player: true, items_per_list: 100 },
    })
    expect(scores.filter((score) => score.player)).toHaveLength(1)
    expect(scores.filter((score) => !score.player)).toHaveLength(30)
  })

  test('LB-05 a whitelist counts the claimed scores of its users only', async () => {
    const machine = await machineOf()
    const title = await findMachine(database.db)
    const [ann, bob, cyd] = [await makeUser(database.db), await makeUser(database.db), await makeUser(database.db)]
    await play(machine, [400, 300, 200, 100], { players: [cyd.id, null, ann.id, bob.id] })
    await play(machine, [50, 40], { settled: '2026-06-01T00:00:00Z', players: [ann.id, ann.id] })
    const invited = { onlyPlayerIds: [ann.id, bob.id] }
    for (const counts of [
      { venueMachineIds: [machine] },
      { machineIds: [title], onlyVenueMachineIds: [machine] },
      { machineIds: [title] },
    ]) {
      expect(await scoresOf({ ...counts, ...invited })).toEqual([200, 100, 50, 40])
      expect(await scoresOf({ ...counts, ...invited, question: { items_per_list: 3 } })).toEqual([200, 100, 50])
      expect(await scoresOf({ ...counts, ...invited, question: { one_score_per_player: true } })).toEqual([200, 100])
      expect(
        await scoresOf({
          ...counts,
          ...invited,
          question: { leaderboard_time_type: 'last_rolling', last_time_count: 1 },
        }),
      ).toEqual([200, 100])
    }
    const elsewhere = await machineOf('Twilight')
    await play(elsewhere, [500], { players: [bob.id] })
    expect(
      await scoresOf({
        venueMachineIds: [elsewhere],
        machineIds: [title],
        ...invited,
        question: { one_score_per_player: true },
      }),
    ).toEqual([500, 200])
    // The list alone does not restrict, nor does an empty one.
    expect(
      await scoresOf({ venueMachineIds: [machine], ...invited, question: { leaderboard_player_type: 'global' } }),
    ).toEqual([400, 300, 200, 100, 50, 40])
    expect(await scoresOf({ venueMachineIds: [machine], question: { leaderboard_player_type: 'invited' } })).toEqual([
      400, 300, 200, 100, 50, 40,
    ])
  })

  test('a player as everybody sees one, and a guest', async () => {
    const machine = await machineOf()
    const hash = Buffer.alloc(32, 0xab)
    await database.db
      .insertInto('media')
      .values({ hash, type: 'image/png', width: 1, height: 1, bytes: Buffer.from('x') })
      .execute()
    const named = await makeUser(database.db, {
      first_name: 'Ana',
      last_name: 'Ruiz',
      display_name: '',
      initials: 'ANA',
    })
    const chosen = await makeUser(database.db, { display_name: 'The Wizard', initials: '' })
    await database.db
      .updateTable('users')
      .set({ picture: hash, prefer_initials: true })
      .where('id', '=', named.id)
      .execute()
    await play(machine, [3, 2, 1], { players: [named.id, chosen.id] })
    const { scores } = await count({ venueMachineIds: [machine] })
    expect(scores).toEqual([
      {
        position: 1,
        score: 3,
        player: {
          id: named.id,
          cached_display_name: 'Ana Ruiz',
          initials: 'ANA',
          prefer_initials: true,
          profile_picture: `/media/${'ab'.repeat(32)}`,
        },
        settled_on: '2026-06-17T14:30:00.000Z',
      },
      {
        position: 2,
        score: 2,
        player: {
          id: chosen.id,
          cached_display_name: 'The Wizard',
          initials: '',
          prefer_initials: false,
          profile_picture: null,
        },
        settled_on: '2026-06-17T14:30:00.000Z',
      },
      { position: 3, score: 1, player: null, settled_on: '2026-06-17T14:30:00.000Z' },
    ])
    await database.db.deleteFrom('users').where('id', '=', chosen.id).execute()
    expect((await count({ venueMachineIds: [machine] })).scores[1]).toMatchObject({ score: 2, player: null })
  })
})

describe('indexes and the plain question', () => {
  /** The same sequence in every run: below 1. */
  function numbers(seed: number) {
    let state = seed
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
  }

  const random = numbers(20_261_125)
  const below = (end: number) => Math.floor(random() * end)
  const someOf = <Item>(items: readonly Item[]) => items.filter(() => random() < 0.6)

  interface Scored {
    title: number
    machine: number
    game: number
    position: number
    score: number
    /** ms since 1970 */
    settled: number
    player: number | null
  }

  /** What the specification says, without an index: all that counts, sorted. */
  function plainly(all: readonly Scored[], counts: (scored: Scored) => boolean, onePerPlayer: boolean, rows: number) {
    const best = all
      .filter(counts)
      .sort((a, b) => b.score - a.score || a.settled - b.settled || a.game - b.game || a.position - b.position)
    const seen = new Set<number>()
    const shown = onePerPlayer
      ? best.filter(({ player }) => player === null || (!seen.has(player) && seen.add(player)))
      : best
    return shown.slice(0, rows).map(({ score, settled, player }) => [score, player, new Date(settled).toISOString()])
  }

  test('VLB-02 whatever is asked of random games, with many lanes, few scores, ties, removals and other claims, the answers are those of sorting all', async () => {
    const owner = await makeUser(database.db)
    const players = await Promise.all(Array.from({ length: 9 }, async () => (await makeUser(database.db)).id))
    const { rows: titles } = await sql<{
      id: number
    }>`select id from machines where owner_id is null order by id desc limit 12`.execute(database.db)
    const venue_id = await makeVenue(database.db, owner.id)
    const { rows: machines } = await sql<{ id: number; title: number }>`
      insert into venue_machines (venue_id, machine_id) select ${venue_id}, t.id from unnest(${titles.map(({ id }) => id)}::bigint[]) t (id), generate_series(1, 2)
      returning id, machine_id as title
    `.execute(database.db)
    let gone = 0
    const games = Array.from({ length: 400 }, () => {
      // A few machines have most games, and scores and moments meet often.
      const machine = machines[Math.floor(machines.length * random() ** 3)]!
      const settled = now - below(90) * 43_200_000
      const slots = Array.from({ length: 1 + below(4) }, () => ({
        score: below(60) * (machine.title % 7),
        player: random() < 0.6 ? players[Math.floor(players.length * random() ** 2)]! : null,
      }))
      return { machine, settled, slots }
    })
    const ids = await playAll(
      games.map(({ machine, settled, slots }) => ({
        machine: machine.id,
        scores: slots.map(({ score }) => score),
        settled: new Date(settled).toISOString(),
        players: slots.map(({ player }) => player),
      })),
    )
    let all: Scored[] = games.flatMap(({ machine, settled, slots }, at) =>
      slots.map((slot, place) => ({
        ...slot,
        title: machine.title,
        machine: machine.id,
        game: ids[at]!,
        position: place + 1,
        settled,
      })),
    )

    const ask = async () => {
      // Many lanes, or those few whose best scores are looked through for invited players.
      const those = random() < 0.5 ? someOf(machines) : machines.slice(0, 1 + below(4))
      const [onlyMachines, onlyTitles, invited, onePerPlayer, isTimed] = [
        those.map(({ id }) => id),
        someOf(titles).map(({ id }) => id),
        someOf(players.filter((id) => id !== gone)),
        random() < 0.5,
        random() < 0.5,
      ]
      const [byPlayers, rows, days] = [
        random() < 0.5 && invited.length > 0,
        [1, 3, 10, 40, 100][below(5)]!,
        1 + below(30),
      ]
      const question: Partial<Question> = {
        items_per_list: rows,
        one_score_per_player: onePerPlayer,
        ...(isTimed && { leaderboard_time_type: 'last_rolling', last_time_count: days }),
      }
      const counts = {
        venueMachineIds: onlyMachines,
        machineIds: onlyTitles,
        ...(byPlayers && { onlyPlayerIds: invited }),
        question,
      }
      const { id } = await makeLeaderboard(database.db, owner.id, counts)
      const { scores } = await countScores(database.db, (await leaderboardScope(database.db, id))!, now)
      const isIn = ({ machine, title, player, settled }: Scored) =>
        (onlyMachines.includes(machine) || onlyTitles.includes(title)) &&
        (!byPlayers || (player !== null && invited.includes(player))) &&
        (!isTimed || settled > now - days * 86_400_000)
      expect([counts, scores.map(({ score, player, settled_on }) => [score, player?.id ?? null, settled_on])]).toEqual([
        counts,
        plainly(all, isIn, onePerPlayer, rows),
      ])
    }
    for (let asked = 0; asked < 30; asked += 1) await ask()

    // Old games go, a player's account goes, and a score becomes somebody else's.
    const heir = players[1]!
    gone = players[0]!
    const removed = new Set(all.filter(({ game }) => game % 5 === 0).map(({ game }) => game))
    await database.db
      .deleteFrom('games')
      .where('id', 'in', [...removed])
      .execute()
    await database.db.updateTable('settled_scores').set({ user_id: heir }).where('user_id', '=', players[2]!).execute()
    await database.db.deleteFrom('users').where('id', '=', gone).execute()
    all = all
      .filter(({ game }) => !removed.has(game))
      .map((scored) => ({
        ...scored,
        player: scored.player === gone ? null : scored.player === players[2] ? heir : scored.player,
      }))
    for (let asked = 0; asked < 30; asked += 1) await ask()
  })
})
