import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CustomScores, type EventDocument, Follows as FollowsAnswer } from '@multiball/shared/schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import { BoardChanges } from '../../core/boards/changes'
import { BoardTypes } from '../../core/boards/custom/types'
import { PostedFeeds } from '../../core/boards/feeds/postedFeeds'
import { registryStore } from '../../ground/registry/registry.store'
import { FakeMatchPlay } from '../../ground/tournaments/testing/fakeMatchPlay'
import { call, makeUser, useTestDatabase } from '../../testing'
import { publishVersion, writeRegistry } from '../../testing/publishType'
import { buildWholeApp, type WholeApp } from '../../testing/wholeApp'
import { Follows } from './follows.service'
import { followsOf, noteNamed } from './follows.store'

const database = useTestDatabase()
let folder: string
let whole: WholeApp
let fake: FakeMatchPlay
let addresses: { rest: string; socket: string }

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-follows-'))
  const published = await publishVersion(folder, 'mf-nights', '1.0.0', 'nights', {
    properties: { match_play: { type: 'string', default: '' } },
    type: { feeds: { event: { kind: 'posted', match_play: 'match_play' }, other: { kind: 'posted' } } },
  })
  await writeRegistry(folder, { 'mf-nights': { enabled: true, active: '1.0.0', versions: { '1.0.0': published } } })
})
beforeEach(async () => {
  fake = new FakeMatchPlay({ format: 'group_matchplay', players: 8, seed: 3 })
  addresses = await fake.listen()
  whole = await buildWholeApp(
    database.db,
    { isLimited: false },
    { DEPLOY_DIR: folder, MATCHPLAY_API_URL: addresses.rest, MATCHPLAY_SOCKET_URL: addresses.socket },
  )
})
afterEach(async () => {
  await whole.close()
  fake.close()
  await sql`delete from boards`.execute(database.db)
  await sql`delete from followed_tournaments`.execute(database.db)
})
afterAll(() => rm(folder, { recursive: true }))

type User = Awaited<ReturnType<typeof makeUser>>
const list = '/api/board/nights/'
const make = async ({ token }: User, match_play: string) =>
  (
    await call(whole.app, 'POST', list, {
      token,
      body: { title: `Night ${Math.random()}`, is_public: true, match_play },
    })
  ).body as { id: number }
const follows = async ({ token }: User) =>
  v.parse(FollowsAnswer, (await call(whole.app, 'GET', '/api/matchplay/', { token })).body)
const shown = async (id: number) => {
  const { event } = v.parse(CustomScores, (await call(whole.app, 'GET', `${list}${id}/scores/`)).body).feeds
  return event?.kind === 'posted' ? (event.document as EventDocument | null) : null
}
async function until<Value>(read: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
  for (const end = performance.now() + 25_000; ; await pause(20)) {
    const value = await read()
    if (isSo(value)) return value
    if (performance.now() > end) throw new Error(`It did not happen: ${String(isSo)}\n${JSON.stringify(value)}`)
  }
}
const infoCalls = () => fake.calls.filter((one) => one === '/').length

test('MPB-14 boards that name a tournament by its address or number are filled by the server, and several servers ask Match Play as one', async () => {
  const { db } = database
  const [one, other] = [await makeUser(db), await makeUser(db)]
  const boards = [
    await make(one, String(fake.tournament)),
    await make(one, `https://app.matchplay.events/tournaments/${fake.tournament}/standings?page=2`),
    await make(other, `app.matchplay.events/tournaments/${fake.tournament}`),
  ]
  fake.start()
  fake.startRound()
  const types = new BoardTypes({ registry: registryStore(folder), deployFolder: folder, onRefused: () => {} })
  const changes = new BoardChanges()
  const feeds = new PostedFeeds({ db, changes })
  const second = new Follows({ db, types, feeds, changes, addresses, onError: (error) => void errors.push(error) })
  const errors: unknown[] = []
  await follows(one)
  for (const { id } of boards)
    await until(
      () => shown(id),
      (document) => document?.matches.length === 2,
    )
  const held = async () => (await sql`select held_by from followed_tournaments`.execute(db)).rows
  const before = await held()
  await second.look()
  expect(await held()).toEqual(before)
  expect(infoCalls()).toBe(1)
  expect(
    (
      await until(
        () => follows(other),
        ({ boards: [board] }) => board?.status === 'playing',
      )
    ).boards,
  ).toMatchObject([
    { type: 'nights', id: boards[2]!.id, tournament: fake.tournament, name: 'Tuesday Flip Off', trouble: null },
  ])

  // Whichever server ends, another one goes on.
  await whole.close()
  await second.look()
  await second.look()
  await until(
    async () => infoCalls(),
    (calls) => calls === 2,
  )
  await second.close()
  expect(errors).toEqual([])
  const { rows } = await sql`select from followed_tournaments where held_until is not null`.execute(db)
  expect(rows).toEqual([])
})

test.each([
  [404, 'unknown'],
  [503, 'away'],
] as const)(
  'MPB-16 a tournament for which Match Play answers %d is said to be %s, and the board keeps what it shows until it is heard again',
  async (status, trouble) => {
    const owner = await makeUser(database.db)
    fake.start()
    const { id } = await make(owner, String(fake.tournament))
    await follows(owner)
    const before = await until(
      () => shown(id),
      (document) => document !== null,
    )
    fake.refuses = status
    fake.cut()
    fake.startRound()
    const heard = await until(
      () => follows(owner),
      ({ boards: [board] }) => typeof board?.trouble === 'string',
    )
    expect(heard.boards).toMatchObject([{ name: 'Tuesday Flip Off', trouble, trouble_since: expect.any(String) }])
    expect(await shown(id)).toEqual(before)
    fake.refuses = undefined
    fake.cut()
    await until(
      () => shown(id),
      (document) => document?.matches.length === 2,
    )
    expect(
      await until(
        () => follows(owner),
        ({ boards: [board] }) => board?.trouble === null,
      ),
    ).toMatchObject({
      boards: [{ trouble_since: null }],
    })
  },
)

test('MPB-17 an owner’s token is sent for that owner’s boards alone, and not shown again', async () => {
  const { db } = database
  const [one, other] = [await makeUser(db), await makeUser(db)]
  const put = (token: string) => call(whole.app, 'PUT', '/api/matchplay/token/', { token: one.token, body: { token } })
  expect((await put('two words')).body).toEqual({ token: [expect.stringMatching(/without spaces/)] })
  expect(await put('12|secret-of-one')).toMatchObject({ status: 200, body: { has_token: true } })
  const boards = [await make(one, String(fake.tournament)), await make(other, String(fake.tournament))]
  await Promise.all([follows(one), follows(other)])
  for (const { id } of boards)
    await until(
      () => shown(id),
      (document) => document !== null,
    )
  expect(new Set(fake.tokens)).toEqual(new Set([undefined, 'Bearer 12|secret-of-one']))
  expect(await follows(one)).toMatchObject({ has_token: true })
  const exported = await call(whole.app, 'GET', `${list}${boards[0]!.id}/`, { token: one.token })
  expect(JSON.stringify([await follows(one), exported.body])).not.toContain('secret-of-one')
  await call(whole.app, 'DELETE', '/api/matchplay/token/', { token: one.token })
  expect(await follows(one)).toMatchObject({ has_token: false })
})

test('MPB-40 a tournament is looked up before a board names it, by its address or number, once for all who ask', async () => {
  const [one, other] = [await makeUser(database.db), await makeUser(database.db)]
  const find = ({ token }: User, address: string) =>
    call(whole.app, 'GET', `/api/matchplay/tournament/?address=${encodeURIComponent(address)}`, { token })
  const { tournament } = fake
  fake.refuses = 404
  expect((await find(one, String(tournament))).body).toEqual({
    tournament,
    name: null,
    status: null,
    players: null,
    trouble: 'unknown',
  })
  fake.refuses = 503
  expect((await find(one, String(tournament))).body).toMatchObject({ trouble: 'away' })
  fake.refuses = undefined
  fake.start()
  const found = { tournament, name: 'Tuesday Flip Off', status: 'playing', players: 8, trouble: null }
  const before = infoCalls()
  expect((await find(one, String(tournament))).body).toEqual(found)
  expect((await find(other, `https://app.matchplay.events/tournaments/${tournament}/standings`)).body).toEqual(found)
  expect(infoCalls()).toBe(before + 1)
  for (const wrong of ['', 'https://example.com/tournaments/4711'])
    expect(await find(one, wrong)).toMatchObject({ status: 400 })
})

test('MPB-41 of all owners together so many tournaments are followed, each owner’s newest first; figures say how many, and what Match Play is asked', async () => {
  const { db } = database
  const types = [{ type: 'nights', feed: 'event', field: 'match_play' }]
  const [one, other] = [await makeUser(db), await makeUser(db)]
  for (const number of [21, 22, 23]) await make(one, String(number))
  await make(other, '11')
  await noteNamed(db, types, 3)
  const { rows } = await sql`select tournament from followed_tournaments order by tournament`.execute(db)
  expect(rows).toEqual([{ tournament: 11 }, { tournament: 22 }, { tournament: 23 }])
  expect((await followsOf(db, types, one.id, 3)).filter(({ trouble }) => trouble === 'many')).toMatchObject([
    { tournament: 21 },
  ])
  const figures = async () => (await whole.metrics.metrics()).split('\n')
  await until(figures, (lines) =>
    lines.some((line) => /^multiball_followed_tournaments\{state="\w+"\} [1-9]/.test(line)),
  )
  expect(await figures()).toContainEqual(expect.stringMatching(/^multiball_match_play_calls_total [1-9]/))
})

test('MPB-18 what no board names is followed no more, nor what has been over for a day; of an owner the five newest are', async () => {
  const { db } = database
  const owner = await makeUser(db)
  const boards: { id: number }[] = []
  for (const number of [1, 2, 3, 4, 5, 6]) boards.push(await make(owner, String(number)))
  const held = async () =>
    (
      await sql<{ tournament: number }>`
        select tournament from followed_tournaments where held_until > now() and (rests_since is null or rests_since > now() - interval '1 day') order by tournament
      `.execute(db)
    ).rows.map(({ tournament }) => tournament)
  await follows(owner)
  expect(await until(held, ({ length }) => length > 0)).toEqual([2, 3, 4, 5, 6])
  const left = (await follows(owner)).boards.filter(({ trouble }) => trouble === 'many')
  expect(left.map(({ tournament }) => tournament)).toEqual([1])
  await call(whole.app, 'DELETE', `${list}${boards[5]!.id}/`, { token: owner.token })
  expect(await until(held, (now) => now.includes(1))).toEqual([1, 2, 3, 4, 5])
  await sql`update boards set updated_at = now() - interval '2 days'`.execute(db)
  await sql`update followed_tournaments set rests_since = now() - interval '25 hours', held_until = null, held_by = null where tournament = 3`.execute(
    db,
  )
  await call(whole.app, 'PUT', `${list}${boards[0]!.id}/`, {
    token: owner.token,
    body: { title: 'One', match_play: '' },
  })
  expect(await until(held, (now) => !now.includes(1))).toEqual([2, 4, 5])
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

test('EVF-03 an owner’s tables are shown from then on; what cannot be read is said with its line, and the board stays as it is', async () => {
  const owner = await makeUser(database.db)
  const { id } = await make(owner, '')
  const drop = (body: object, feed = 'event') =>
    call(whole.app, 'PUT', `${list}${id}/feed/${feed}/files/`, { token: owner.token, body })
  const standings = base64('place,name\n1,Ann\n2,Bob\n')
  expect((await drop({ name: 'Club night', standings })).status).toBe(200)
  expect(await shown(id)).toMatchObject({ name: 'Club night', status: 'between', standings: [{}, {}] })
  expect((await drop({ name: 'Club night', standings, is_finished: true })).status).toBe(200)
  const over = await shown(id)
  expect(over).toMatchObject({ status: 'finished' })
  for (const [body, said] of [
    [
      { name: 'Club night', standings: base64('place,name\nfirst,Ann\n') },
      { files: [expect.stringMatching(/^standings, line 2: “first”/)] },
    ],
    [{ name: 'Club night' }, { files: ['Choose a file.'] }],
    [{ standings }, { name: ['Name the tournament'] }],
    [{ document: base64('{') }, { files: [expect.stringMatching(/^This is no JSON/)] }],
    [{ name: 'x', standings: '!' }, { standings: [expect.any(String)] }],
  ] as const)
    expect(await drop(body)).toMatchObject({ status: 400, body: said })
  expect(await shown(id)).toEqual(over)
  expect((await drop({ name: 'Club night', standings }, 'other')).status).toBe(404)
})
