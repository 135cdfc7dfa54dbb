import type { PlayedGame } from '@multiball/shared/schema'
import { sql } from 'kysely'
import { call, makeVenueMachine, useTestDatabase } from '../../testing'
import { useClaims } from '../../testing/claimsApp'
import { playedCsv } from './played.routes'

const database = useTestDatabase()
const claiming = useClaims(database, Date.now)

const player = (cached_display_name: string) => ({
  id: 1,
  cached_display_name,
  initials: 'AB',
  prefer_initials: false,
  profile_picture: null,
})

const game = (names: (string | null)[], score: number | string = 0): PlayedGame => ({
  id: 7,
  started_on: '2026-05-01T10:00:00.000Z',
  settled_on: '2026-05-01T10:09:30.000Z',
  successful: true,
  scores: names.map((name, slot) => ({ position: slot + 1, score, player: name === null ? null : player(name) })),
})

const fieldsOf = (played: PlayedGame) => playedCsv([played]).split('\r\n')[1]!

test('one game a line under a header, players and scores by slot, every digit of a score', () => {
  const [header, line, end, ...rest] = playedCsv([game([null, 'Ann'], '9007199254740993')]).split('\r\n')
  expect(header).toMatch(/^game,started,settled,successful,player 1,score 1,.*player 6,score 6,test,entered,note$/)
  expect(line).toBe(
    '7,2026-05-01T10:00:00.000Z,2026-05-01T10:09:30.000Z,yes,,9007199254740993,Ann,9007199254740993,,,,,,,,,no,,',
  )
  expect([end, rest]).toEqual(['', []])
})

test.each([
  ['a comma', 'Ann, B', '"Ann, B"'],
  ['a quote', 'the "A"', '"the ""A"""'],
  ['a line break', 'a\nb', '"a\nb"'],
  ['what a spreadsheet would calculate', '=1+1', "'=1+1"],
  ['what it would call', '@SUM(A1)', "'@SUM(A1)"],
  ['a formula in wide letters', '＝1+1', "'＝1+1"],
  ['what another spreadsheet would part', 'a;=1+1;b', '"a;=1+1;b"'],
  ['both', '-1,"x"', `"'-1,""x"""`],
])('a name with %s stays one field of text', (_what, name, field) => {
  expect(fieldsOf(game([name], 5))).toContain(`,yes,${field},5,`)
})

test('a score below zero stays a number, and a test game says so behind its players', () => {
  expect(fieldsOf({ ...game(['-5', null], -5), is_test: true })).toMatch(/,yes,'-5,-5,,-5,{9}yes,,$/)
})

test('LOAD-11 a machine’s games are read on from the last one that was read, without offsets; the count is that of settled games, whatever is played', async () => {
  const { app, owner } = claiming
  const machine = await makeVenueMachine(database.db, owner.id)
  await sql`
    insert into games (venue_machine_id, session_uuid, generation, sequence, started_at, updated_at, settled_at, successful, scores, game_modes)
    select ${machine}::bigint, gen_random_uuid(), 0, 1, now(), now(), case when n < 8 then now() end, true, '{1}', '{}' from generate_series(1, 8) n
  `.execute(database.db)
  interface Page {
    count: number
    next: string | null
    previous: string | null
    results: { id: number }[]
  }
  const get = async (url: string) => (await call(app, 'GET', url, { token: owner.token })).body as Page
  const list = `/api/venuemachine/${machine}/games/`
  const all = (await get(list)).results.map(({ id }) => id)
  const first = await get(`${list}?limit=3`)
  expect(first).toMatchObject({ count: 7, next: `${list}?limit=3&offset=3`, previous: null })
  const pages: Page[] = []
  for (
    let next: string | null = `${list}?limit=3&after=${first.results.at(-1)!.id}`;
    next !== null;
    next = pages.at(-1)!.next
  )
    pages.push(await get(next))
  expect(pages.map(({ results }) => results.map(({ id }) => id))).toEqual([all.slice(3, 6), all.slice(6)])
  expect(pages.map(({ count, previous }) => ({ count, previous }))).toEqual([
    { count: 7, previous: null },
    { count: 7, previous: null },
  ])
  // What somebody played, the same way.
  await sql`insert into game_claims (game_id, position, user_id) select g.id, 1, ${owner.id} from games g where g.venue_machine_id = ${machine}`.execute(
    database.db,
  )
  const own = '/api/user_profile/games/?limit=3'
  const played: Page[] = [await get(own)]
  expect(played[0]).toMatchObject({ count: 8, next: `${own}&offset=3` })
  for (
    let next: string | null = `${own}&after=${played[0]!.results.at(-1)!.id}`;
    next !== null;
    next = played.at(-1)!.next
  )
    played.push(await get(next))
  expect(played.map(({ results }) => results.length)).toEqual([3, 3, 2])
  expect(new Set(played.flatMap(({ results }) => results.map(({ id }) => id))).size).toBe(8)
  const { rows } = await sql<{
    'QUERY PLAN': string
  }>`explain select * from games g where g.venue_machine_id = ${machine} and g.settled_at is not null and g.id < ${all[3]!} order by g.id desc limit 3`.execute(
    database.db,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Sort/)
})
