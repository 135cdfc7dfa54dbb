import type { EventMoment, Moment, MomentEntry } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import {
  buildTestApp,
  call,
  makeComboboard,
  makeScoreboard,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../../testing'
import { BoardChanges } from '../../boards/changes'
import { PostedFeeds } from '../../boards/feeds/postedFeeds'
import { tellGame } from '../entered/entered.store'
import { Games } from '../games.service'
import { gamesStore } from '../games.store'
import { MachineScores } from '../scores.service'
import { tellPosted } from './eventMoments.store'
import { momentsRoutes } from './moments.routes'
import { Moments, tellEvents } from './moments.service'
import { removeOldMoments, takeTurn } from './moments.store'
import { MomentStreams } from './momentStreams'

const database = useTestDatabase()
let app: FastifyInstance
let address: string
let moments: Moments
let streams: MomentStreams
let owner: Awaited<ReturnType<typeof makeUser>>
let stranger: Awaited<ReturnType<typeof makeUser>>
let now = Date.now()

const failed = (error: unknown) => {
  throw error
}

beforeAll(async () => {
  const { db } = database
  const games = new Games(gamesStore(db))
  moments = new Moments({ db, games, onError: failed, later: () => {} })
  streams = new MomentStreams(db, moments, failed)
  app = await buildTestApp(db, [momentsRoutes({ db, scores: new MachineScores(db, games, () => now), streams })], {
    isLimited: false,
  })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  owner = await makeUser(db)
  stranger = await makeUser(db)
})
afterAll(async () => {
  await app.close()
  await moments.close()
})

/** Plays games of these scores, and tells what they tell. */
async function play(machine: number, ...scores: number[]) {
  for (const score of scores)
    await tellGame(database.db, {
      ...{ venueMachineId: machine, uuid: randomUUID().replaceAll('-', ''), by: 'program', playedAt: new Date() },
      ...{ score: BigInt(score), user: null, guest: null, note: null },
    })
  await moments.look()
}

const venueOf = async (machine: number) =>
  (
    await database.db
      .selectFrom('venue_machines')
      .select('venue_id')
      .where('id', '=', machine)
      .executeTakeFirstOrThrow()
  ).venue_id

/** What a call lists: kinds and scores, or its status. */
async function listed(query: string, token?: string): Promise<unknown> {
  const { status, body } = await call(app, 'GET', `/api/moments/?${query}`, { token })
  if (status !== 200) return status
  return (body as { results: Moment[] }).results.map(({ kind, score }) => (score === null ? kind : `${kind} ${score}`))
}

test('MOM-13 the moments of a venue, a machine, a board or all one’s venues, newest first, page by page', async () => {
  const { db } = database
  const [one, other] = [await makeVenueMachine(db, owner.id), await makeVenueMachine(db, owner.id)]
  const board = await makeScoreboard(db, owner.id, { venueMachineIds: [one] })
  await play(one, 100, 200)
  await play(other, 70)
  await play(one, 300)
  const ofOne = ['venue_record 300', 'venue_record 200', 'first_game']
  expect(await listed(`venuemachine=${one}`, owner.token)).toEqual(ofOne)
  expect(await listed(`venue=${await venueOf(one)}`, owner.token)).toEqual(ofOne)
  expect(await listed(`board_type=scoreboard&board=${board.id}`, owner.token)).toEqual(ofOne)
  expect(await listed('', owner.token)).toEqual([ofOne[0], 'first_game', ...ofOne.slice(1)])
  expect(await listed('limit=2&offset=1', owner.token)).toEqual(['first_game', 'venue_record 200'])
  expect(await listed('', stranger.token)).toEqual([])
  expect(await listed('')).toBe(401)
  expect(await listed(`venue=${await venueOf(one)}&venuemachine=${one}`, owner.token)).toBe(400)
  expect(await listed(`board=${board.id}`, owner.token)).toBe(400)
})

test('MOM-14 who may see a machine’s scores may see its moments: its owner, anyone while a public board of its owner shows it, and who has a key', async () => {
  const { db } = database
  const [open, hidden] = [await makeVenueMachine(db, owner.id), await makeVenueMachine(db, owner.id)]
  const shown = await makeScoreboard(db, owner.id, { venueMachineIds: [open] })
  const kept = await makeScoreboard(db, owner.id, { venueMachineIds: [hidden], isPublic: false })
  await play(open, 1)
  await play(hidden, 2)
  const told = ['first_game']
  const ways = (machine: number, venue: number, board: number) => [
    `venuemachine=${machine}`,
    `venue=${venue}`,
    `board_type=scoreboard&board=${board}`,
  ]
  for (const token of [owner.token, stranger.token, undefined])
    for (const way of ways(open, await venueOf(open), shown.id)) expect(await listed(way, token)).toEqual(told)
  for (const way of ways(hidden, await venueOf(hidden), kept.id)) {
    expect(await listed(way, owner.token)).toEqual(told)
    expect(await listed(way, stranger.token)).toBe(404)
    expect(await listed(way)).toBe(404)
  }
  for (const way of [`venuemachine=${hidden}`, `board_type=scoreboard&board=${kept.id}`])
    expect(await listed(`${way}&key=${kept.viewerKey}`)).toEqual(told)
  expect(await listed('venuemachine=987654321', owner.token)).toBe(404)
})

/** Follows a stream, and reads one event after the other. */
async function follow(query: string, { token, last }: { token?: string; last?: number } = {}) {
  const sent = get(`${address}/api/moments/stream/?${query}`, {
    agent: false,
    headers: {
      ...(token !== undefined && { authorization: `Token ${token}` }),
      ...(last !== undefined && { 'last-event-id': String(last) }),
    },
  })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks = answer.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string, undefined>
  let text = ''
  return {
    answer,
    leave: () => void sent.destroy(),
    /** the next event; undefined at the end of the stream */
    next: async (): Promise<{ id?: string; moment?: MomentEntry } | undefined> => {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end !== -1) {
          const fields = new Map(
            text
              .slice(0, end)
              .split('\n')
              .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
          )
          text = text.slice(end + 2)
          if (fields.has('retry')) continue
          const data = fields.get('data')
          return { id: fields.get('id'), ...(data !== undefined && { moment: JSON.parse(data) as MomentEntry }) }
        }
        const { done, value } = await chunks.next()
        if (done) return undefined
        text += value
      }
    },
  }
}

test('MOM-15 a stream has what is told from now on, or from a place on, each entry once, and nothing of other machines', async () => {
  const { db } = database
  const [machine, other] = [await makeVenueMachine(db, owner.id), await makeVenueMachine(db, stranger.id)]
  await play(machine, 100)
  const live = await follow('', { token: owner.token })
  expect(live.answer.headers['content-type']).toBe('text/event-stream')
  await play(other, 5, 6)
  await play(machine, 200)
  const told = (await live.next())!
  expect(told.moment).toMatchObject({
    kind: 'venue_record',
    state: 'told',
    place: Number(told.id),
    score: 200,
    previous: { score: 100, player: null },
    venuemachine: { id: machine, venue: { name: 'Silver Ball Arcade' } },
  })
  await play(machine, 150, 300)
  const next = (await live.next())!
  expect(next.moment).toMatchObject({ score: 300 })
  live.leave()

  const all = await follow(`venuemachine=${machine}&after=0`, { token: owner.token })
  expect([await all.next(), await all.next(), await all.next()].map((event) => event?.moment?.kind)).toEqual([
    'first_game',
    'venue_record',
    'venue_record',
  ])
  all.leave()
  // A browser that comes back says how far it was; its address is as it was.
  const back = await follow(`venuemachine=${machine}&after=0`, { token: owner.token, last: Number(told.id) })
  expect((await back.next())?.id).toBe(next.id)
  back.leave()
  const ahead = await follow(`venuemachine=${machine}&after=999999999`, { token: owner.token })
  await play(machine, 400)
  expect((await ahead.next())?.moment).toMatchObject({ score: 400 })
  ahead.leave()
})

test('MOM-72 of ten thousand moments in a minute a follower is sent each once, in order', async () => {
  const { db } = database
  const machine = await makeVenueMachine(db, owner.id)
  const stream = await follow(`venuemachine=${machine}&after=0`, { token: owner.token })
  await sql`
    with played as (
      insert into games (venue_machine_id, session_uuid, sequence, settled_at, successful, scores)
      select ${machine}, gen_random_uuid(), 1, now() - interval '1 minute' + n * interval '6 ms', true, array[n] from generate_series(1, 10000) n
      returning id, scores, settled_at
    )
    insert into settled_scores (game_id, position, venue_machine_id, score, settled_at) select id, 1, ${machine}, scores[1], settled_at from played
  `.execute(db)
  await moments.look()
  const told: MomentEntry[] = []
  while (told.length < 10_000) told.push((await stream.next())!.moment!)
  expect(told.slice(1).map((entry) => 'score' in entry && entry.score)).toEqual(
    Array.from({ length: 9_999 }, (_, at) => at + 2),
  )
  expect(told.every(({ place }, at) => at === 0 || place > told[at - 1]!.place)).toBe(true)
  stream.leave()
})

test('MOM-16 a stream says now and then how far it is, and and ends where its machine is not shown any more', async () => {
  const { db } = database
  const [machine, other] = [await makeVenueMachine(db, owner.id), await makeVenueMachine(db, owner.id)]
  const board = await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })
  const guest = await follow(`venuemachine=${machine}`)
  const all = await follow('', { token: owner.token })
  await play(other, 10)
  const { id } = (await all.next())!
  streams.beatAll()
  // It knows a place that was not its own, and need not be given again what came before.
  expect(await guest.next()).toEqual({ id })
  await db.updateTable('boards').set({ is_public: false }).where('id', '=', board.id).execute()
  now += 60_000
  streams.beatAll()
  expect(await guest.next()).toBeUndefined()
  expect(await all.next()).toEqual({ id })
  all.leave()
})

test('MOM-17 one user or network follows twenty streams at most, and all end with the server', async () => {
  const open = []
  for (let count = 0; count < 20; count += 1) open.push(await follow('', { token: stranger.token }))
  expect((await follow('', { token: stranger.token })).answer.statusCode).toBe(429)
  open[0]!.leave()
  const others = await follow('', { token: owner.token })
  expect(others.answer.statusCode).toBe(200)
  for (const { leave } of open) leave()
  await streams.closeAll()
  expect(await others.next()).toBeUndefined()
})

/** A board of the owner's, and a program that posts a tournament for it, of one match of Ann and Bo, which Bo wins. */
async function makeEvent(machine: number, { isPublic = true } = {}) {
  const { db } = database
  const board = await makeScoreboard(db, owner.id, { venueMachineIds: [machine], isPublic })
  const feeds = new PostedFeeds({ db, changes: new BoardChanges() })
  const place = { type: 'scoreboard', id: board.id, name: 'event' }
  const key = await feeds.renewKey(place, owner.id)
  let sequence = 0
  const post = (state: 'called' | 'playing' | 'finished', status: 'playing' | 'finished' = 'playing') => {
    const order = state === 'finished' ? { order: ['b', 'a'] } : {}
    const document = {
      ...{ format: 'multiball-event/1', name: 'Friday\u0000', status, round: { name: 'Round 2' } },
      players: [
        { id: 'a', name: 'Ann', initials: 'ANN' },
        { id: 'b', name: 'Bo' },
      ],
      machines: [{ id: 'm', name: 'Godzilla' }],
      matches: [{ id: '1', state, machine: 'm', players: ['a', 'b'], ...order }],
      standings: [{ player: 'b', place: 1 }],
    }
    return feeds.post(place, key, { sequence: (sequence += 1), document })
  }
  return { board, post }
}

test('MOM-55 tournaments are told in the stream of those who ask for them, each moment once, also what a server that was killed has left', async () => {
  const { db } = database
  const machine = await makeVenueMachine(db, owner.id)
  const { board, post } = await makeEvent(machine)
  const of = `board_type=scoreboard&board=${board.id}`
  await post('called')
  await expect(
    db.transaction().execute(async (trx) => {
      expect(await takeTurn(trx)).toBe(true)
      await tellPosted(trx)
      expect(await tellEvents(db)).toBe(false)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  await moments.look()
  const [all, games] = [await follow(`${of}&after=0&events=true`), await follow(`${of}&after=0`)]
  const called = (await all.next())!.moment!
  expect(called).toEqual({
    id: expect.stringMatching(/^match_called:scoreboard:\d+:event:1:[\da-f]{16}$/),
    ...{ place: expect.any(Number), state: 'told', kind: 'match_called' },
    board: { type: 'scoreboard', id: board.id, title: expect.any(String) },
    ...{ tournament: 'Friday\u0000', round: 'Round 2', machine: 'Godzilla' },
    players: [
      { name: 'Ann', initials: 'ANN' },
      { name: 'Bo', initials: null },
    ],
    ...{ happened_on: expect.any(String), told_on: expect.any(String) },
  })
  await post('called')
  await play(machine, 100)
  await post('finished')
  await moments.look()
  await post('finished', 'finished')
  await moments.look()
  const next = [await all.next(), await all.next(), await all.next()]
  expect(next.map((event) => event?.moment?.kind)).toEqual(['first_game', 'match_won', 'tournament_won'])
  expect(next[1]!.moment).toMatchObject({ players: [{ name: 'Bo' }, { name: 'Ann' }] })
  await post('playing', 'playing')
  await moments.look()
  const gone = [await all.next(), await all.next()]
  expect(gone.map((event) => event?.moment)).toMatchObject([
    { id: next[1]!.moment!.id, state: 'withdrawn', players: [] },
    { id: next[2]!.moment!.id, state: 'withdrawn', players: [] },
  ])
  await post('playing')
  await play(machine, 200)
  // What is withdrawn is so once.
  expect((await all.next())?.moment?.kind).toBe('venue_record')
  expect([await games.next(), await games.next()].map((event) => event?.moment?.kind)).toEqual([
    'first_game',
    'venue_record',
  ])
  all.leave()
  games.leave()
  await removeOldMoments(db, new Date(Date.now() + 60_000))
  expect(await eventsListed(of)).toEqual(['match_called'])
})

/** The moments of tournaments that a call lists, by their kinds, or its status. */
async function eventsListed(query: string, token?: string): Promise<unknown> {
  const { status, body } = await call(app, 'GET', `/api/moments/events/?${query}`, { token })
  return status === 200 ? (body as { results: EventMoment[] }).results.map(({ kind }) => kind) : status
}

test('MOM-56 moments of a tournament are its owner’s, and everyone’s of a public board: by the board, what shows it, its venue, and with a key', async () => {
  const { db } = database
  const [open, hidden] = [await makeVenueMachine(db, owner.id), await makeVenueMachine(db, owner.id)]
  const [shown, kept] = [await makeEvent(open), await makeEvent(hidden, { isPublic: false })]
  // Somebody else's board shows the same machine.
  await makeScoreboard(db, stranger.id, { venueMachineIds: [open] })
  for (const { post } of [shown, kept]) await post('called')
  await moments.look()
  for (const { post } of [shown, kept]) await post('finished', 'playing')
  await moments.look()
  const told = ['match_won', 'match_called']
  const wholes = await makeComboboard(db, owner.id, {
    items: [shown, kept].map(({ board: { id } }) => ({ type: 'scoreboard' as const, id })),
  })
  const ways = async (machine: number, board: number) => [
    `venue=${await venueOf(machine)}`,
    `board_type=scoreboard&board=${board}`,
  ]
  for (const way of await ways(open, shown.board.id))
    for (const token of [owner.token, stranger.token, undefined]) expect(await eventsListed(way, token)).toEqual(told)
  for (const way of await ways(hidden, kept.board.id)) {
    expect(await eventsListed(way, owner.token)).toEqual(told)
    for (const token of [stranger.token, undefined]) expect(await eventsListed(way, token)).toBe(404)
  }
  const [, ofKept] = await ways(hidden, kept.board.id)
  expect(await eventsListed(`${ofKept}&key=${kept.board.viewerKey}`)).toEqual(told)
  const whole = `board_type=comboboard&board=${wholes.id}`
  expect(await eventsListed(whole)).toEqual(told)
  expect(await eventsListed(`${whole}&key=${wholes.viewerKey}`)).toHaveLength(4)
  expect(await eventsListed('limit=3', owner.token)).toHaveLength(3)
  expect(await eventsListed('', stranger.token)).toEqual([])
  expect(await eventsListed('')).toBe(401)
  expect(await eventsListed(`venuemachine=${open}`, owner.token)).toEqual([])
  const secret = await makeEvent(open, { isPublic: false })
  await secret.post('called')
  await moments.look()
  const [byVenue] = await ways(open, secret.board.id)
  expect(await eventsListed(byVenue!)).toEqual(told)
  expect(await eventsListed(byVenue!, owner.token)).toEqual(['match_called', ...told])
})

test('MOM-55 the server that a tournament was posted to tells it, others where somebody follows', async () => {
  const { db } = database
  const looks: (() => void)[] = []
  const changes = new BoardChanges(failed)
  const later = (look: () => void) => void looks.push(look)
  const server = new Moments({ db, games: new Games(gamesStore(db)), changes, onError: failed, later })
  const posted = (origin: 'here' | 'elsewhere', reason: 'posted' | 'updated' = 'posted') => {
    changes.announce({ type: 'scoreboard', id: 1, reason }, origin)
    return looks.splice(0).map((look) => look()).length
  }
  expect([posted('here', 'updated'), posted('elsewhere'), posted('here')]).toEqual([0, 0, 1])
  const leave = await server.onEntries(() => {})
  expect(posted('elsewhere')).toBe(1)
  leave()
  await server.close()
  expect(posted('here')).toBe(0)
})
