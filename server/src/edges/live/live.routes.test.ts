import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  boardBootstraps,
  boardIsPrivate,
  boardScores,
  Entry,
  LiveMessage,
  ScoreboardBootstrap,
  ScoreboardScores,
} from '@multiball/shared/schema'
import type { BuiltInLiveType } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as v from 'valibot'
import { WebSocket } from 'ws'
import { boardRoutes } from '../../core/boards/boards.routes'
import { builtInKinds } from '../../core/boards/kinds'
import { BoardChanges } from '../../core/boards/changes'
import { Games } from '../../core/games/games.service'
import { gamesStore } from '../../core/games/games.store'
import {
  buildTestApp,
  call,
  findMachine,
  makeApiToken,
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeSlideshow,
  makeStreamboard,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { WindowLimit } from '../../ground/http/limits'
import type { LiveHub } from './hub'
import { liveRoutes } from './live.routes'
import { startLive } from './startLive'

/* The live path on the real database: an entry, its commit, the bytes that viewers read. */

const database = useTestDatabase()
let app: FastifyInstance
let games: Games
let hub: LiveHub
let owner: Awaited<ReturnType<typeof makeUser>>
const clock = { now: Date.now() }

beforeAll(async () => {
  const { db } = database
  const changes = new BoardChanges()
  games = new Games(gamesStore(db), { now: () => clock.now })
  hub = startLive({ db, games, changes }, { now: () => clock.now })
  owner = await makeUser(db)
  const boards = [
    builtInKinds.scoreboard,
    builtInKinds.leaderboard,
    builtInKinds.comboboard,
    builtInKinds.slideshow,
    builtInKinds.streamboard,
  ]
  app = await buildTestApp(db, [
    ...boards.map((kind) => boardRoutes(kind, { db, changes })),
    liveRoutes({ hub, bootstraps: new WindowLimit(5, 60_000) }),
  ])
  hub.attach(app.server)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await hub.close()
  await app.close()
})

let session = 0
async function stage(isPublic = true) {
  const machine = await makeVenueMachine(database.db, owner.id)
  const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic })
  session += 1
  const session_uuid = session.toString(16).padStart(32, '0')
  let sequence = 0
  const post = (fields: object) =>
    games.record(machine, v.parse(Entry, { session_uuid, session_sequence: (sequence += 1), ...fields }))
  return { machine, board, post, url: `/api/scoreboard/${board.id}` }
}

test('API-07 bootstrap is all that a first paint needs, scores is the newest state; both as the schema says', async () => {
  const { machine, board, post, url } = await stage()
  const empty = v.parse(ScoreboardScores, (await call(app, 'GET', `${url}/scores/`)).body)
  expect(empty.data).toEqual([])
  await post({
    current_p1_score: '9007199254740993',
    current_p2_score: 5,
    current_player: 2,
    current_ball: 3,
    game_modes: 'MB:Multiball',
  })
  const scores = v.parse(ScoreboardScores, (await call(app, 'GET', `${url}/scores/`)).body)
  expect(scores.seq).toBeGreaterThan(empty.seq)
  expect(scores.data).toMatchObject([
    {
      venuemachine_id: machine,
      scores: [
        { position: 1, score: '9007199254740993' },
        { position: 2, score: 5 },
      ],
      game_modes: ['MB:Multiball'],
    },
  ])
  const bootstrap = (await call(app, 'GET', `${url}/bootstrap/`)).body
  expect(v.parse(ScoreboardBootstrap, bootstrap)).toEqual(bootstrap)
  expect(bootstrap).toMatchObject({
    id: board.id,
    background_color: '#000',
    items: [{ venuemachine: { id: machine } }],
    scores,
  })
})

test('a poll that has the newest state is answered 304', async () => {
  const { post, url } = await stage()
  for (const [score, path] of ['scores', 'bootstrap'].entries()) {
    const first = await call(app, 'GET', `${url}/${path}/`)
    const etag = String(first.headers.etag)
    const again = await call(app, 'GET', `${url}/${path}/`, { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    await post({ current_p1_score: score })
    expect((await call(app, 'GET', `${url}/${path}/`, { headers: { 'if-none-match': etag } })).status).toBe(200)
  }
})

test('API-12 the owner, signed in, watches a private board without its key; when the login ends the socket is sent away, and nobody else is let in', async () => {
  const { db } = database
  const signedIn = await makeUser(db)
  const machine = await makeVenueMachine(db, signedIn.id)
  const board = await makeScoreboard(db, signedIn.id, { venueMachineIds: [machine], isPublic: false })
  const viewer = await watch('scoreboard', board.id, undefined, signedIn.token)
  await games.record(
    machine,
    v.parse(Entry, { session_uuid: 'f'.repeat(32), session_sequence: 1, current_p1_score: 4711 }),
  )
  await viewer.shows('"score":4711')
  const stranger = await makeUser(db)
  const reading = await watch('scoreboard', board.id, undefined, await makeApiToken(db, signedIn.id, ['read']))
  await reading.shows('"score":4711')
  const without = await makeApiToken(db, signedIn.id, ['scores', 'boards', 'tvs'])
  for (const token of [stranger.token, without, 'worthless']) {
    const refused = await watch('scoreboard', board.id, undefined, token)
    await refused.shows('"status":404')
  }
  await db.deleteFrom('tokens').where('user_id', '=', signedIn.id).execute()
  clock.now += 10_000
  hub.tick(clock.now)
  await viewer.shows('"status":404')
})

test('a private board is a missing board but for its owner and its key, on both calls', async () => {
  const { board, url } = await stage(false)
  const stranger = await makeUser(database.db)
  for (const path of ['scores', 'bootstrap']) {
    const missing = await call(app, 'GET', `/api/scoreboard/987654/${path}/`)
    for (const answer of [
      await call(app, 'GET', `${url}/${path}/?key=wrong`),
      await call(app, 'GET', `${url}/${path}/`, { token: stranger.token }),
    ]) {
      expect([answer.status, answer.text]).toEqual([404, missing.text])
    }
    expect((await call(app, 'GET', `${url}/${path}/`, { token: owner.token })).status).toBe(200)
    const { status, headers } = await call(app, 'GET', `${url}/${path}/?key=${board.viewerKey}`)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache'])
  }
})

test('LIV-03 too many bootstraps of one board from one address: 429 and when to come back; others are not held up', async () => {
  const { url } = await stage()
  const { url: other } = await stage()
  const open = (path: string, remoteAddress = '192.0.2.1') => call(app, 'GET', `${path}/bootstrap/`, { remoteAddress })
  for (let count = 0; count < 5; count += 1) expect((await open(url)).status).toBe(200)
  const refused = await open(url)
  expect([refused.status, refused.body]).toEqual([429, { detail: 'Too many requests' }])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await open(other)).status).toBe(200)
  expect((await open(url, '192.0.2.2')).status).toBe(200)
  expect((await call(app, 'GET', `${url}/scores/`, { remoteAddress: '192.0.2.1' })).status).toBe(200)
})

test('an entry reaches the viewers of a board; when its owner hides the board they are sent away', async () => {
  const { board, machine, post } = await stage()
  const socket = new WebSocket(
    `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/scoreboard/${board.id}/scores/websocket/?session=3`,
  )
  const heard: v.InferOutput<typeof LiveMessage>[] = []
  socket.on('message', (text) => heard.push(v.parse(LiveMessage, JSON.parse(text.toString()))))
  const closed = once(socket, 'close')
  await once(socket, 'open')
  const hears = async (count: number) => {
    for (let attempt = 0; heard.length < count && attempt < 1_000; attempt += 1)
      await new Promise((resolve) => setTimeout(resolve, 2))
    expect(heard).toHaveLength(count)
  }
  socket.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${board.id}:scores` }))
  await hears(1)
  await post({ current_p1_score: 4_200 })
  await hears(2)
  await post({ active: false })
  await hears(3)
  expect(heard).toMatchObject([
    { type: 'SCORES', data: [] },
    { type: 'SCORES', data: [{ venuemachine_id: machine, scores: [{ score: 4_200 }], settled_on: null }] },
    { type: 'SCORES', data: [{ settled_on: expect.any(String) }] },
  ])
  const hidden = await call(app, 'PATCH', `/api/scoreboard/${board.id}/`, {
    token: owner.token,
    body: { is_public: false },
  })
  expect(hidden.status).toBe(200)
  expect((await closed)[0]).toBe(4404)
  expect((await call(app, 'GET', `/api/scoreboard/${board.id}/scores/`)).status).toBe(404)
})

/** Watches a board on its socket. */
async function watch(type: string, id: number, key?: string, token?: string) {
  const socket = new WebSocket(
    `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/${type}/${id}/scores/websocket/`,
  )
  const heard: Record<string, unknown>[] = []
  socket.on('message', (text) => heard.push(JSON.parse(text.toString()) as Record<string, unknown>))
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'GET_SCORES', name: `${type}:${id}:scores`, key, token }))
  const until = async (isSo: () => boolean) => {
    for (let attempt = 0; !isSo() && attempt < 2_000; attempt += 1)
      await new Promise((resolve) => setTimeout(resolve, 2))
    expect(heard.at(-1)).toBeDefined()
    expect(isSo()).toBe(true)
  }
  await until(() => heard.length > 0)
  return { heard, closed, socket, shows: (text: string) => until(() => JSON.stringify(heard.at(-1)).includes(text)) }
}

describe.each<BuiltInLiveType>(['scoreboard', 'leaderboard', 'comboboard', 'streamboard'])(
  'API-07 API-08 a %s',
  (type) => {
    /** A board of this type over one machine, and games on it. */
    async function scene(isPublic = true) {
      const { machine, board: scoreboard, post } = await stage()
      const { db } = database
      const leaderboard = await makeLeaderboard(db, owner.id, {
        venueMachineIds: [machine],
        isPublic: type === 'leaderboard' ? isPublic : true,
      })
      const items = [
        { type: 'scoreboard' as const, id: scoreboard.id },
        { type: 'leaderboard' as const, id: leaderboard.id },
      ]
      const make = {
        scoreboard: () => makeScoreboard(db, owner.id, { venueMachineIds: [machine], isPublic }),
        leaderboard: async () => leaderboard,
        comboboard: () => makeComboboard(db, owner.id, { items, isPublic }),
        streamboard: () => makeStreamboard(db, owner.id, { scoreboardIds: [scoreboard.id], isPublic }),
      }
      const board = await make[type]()
      const url = `/api/${type}/${board.id}`
      const get = (path: 'bootstrap' | 'scores', query = '', token?: string, headers?: Record<string, string>) =>
        call(app, 'GET', `${url}/${path}/${query}`, { token, headers, remoteAddress: `192.0.2.${board.id % 250}` })
      return { machine, board, post, url, get }
    }

    test('first state and newer states, on the socket, by polls and in the bootstrap, are as the schema says', async () => {
      const { board, post, get } = await scene()
      await post({ current_p1_score: 111 })
      const viewer = await watch(type, board.id)
      await post({ active: false, current_p1_score: 222 })
      await viewer.shows('"score":222')
      const newest = viewer.heard.at(-1)!
      const scores = await get('scores')
      const bootstrap = await get('bootstrap')
      const parsed = v.parse(boardScores[type], newest)
      expect(v.parse(boardScores[type], scores.body)).toEqual(parsed)
      expect(scores.body).toEqual(parsed)
      expect(v.parse(boardBootstraps[type], bootstrap.body)).toEqual(bootstrap.body)
      expect(bootstrap.body).toMatchObject({ id: board.id, scores: parsed })
      expect(Number(newest.seq)).toBeGreaterThan(type === 'leaderboard' ? 0 : Number(viewer.heard[0]!.seq))
      viewer.socket.terminate()
    })

    test('LIV-05 what is not understood is answered UNKNOWN', async () => {
      const { board } = await scene()
      const viewer = await watch(type, board.id)
      viewer.socket.send('{"type":"GET_WEATHER"}')
      await viewer.shows('UNKNOWN')
      viewer.socket.terminate()
    })

    test('polls and bootstraps that are up to date are answered 304, until it moves', async () => {
      const { post, get } = await scene()
      for (const [points, path] of (['scores', 'bootstrap'] as const).entries()) {
        await post({ current_p1_score: points })
        const etag = String((await get(path)).headers.etag)
        expect(await get(path, '', undefined, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
        await post({ active: false, current_p1_score: points + 100 })
        expect(await get(path, '', undefined, { 'if-none-match': etag })).toMatchObject({ status: 200 })
      }
    })

    test('private is byte for byte like missing, but for its owner and its key; answers that not all may have are not for shared caches', async () => {
      const { board, get, url } = await scene(false)
      const stranger = await makeUser(database.db)
      const stable = ({ status, text, headers }: Awaited<ReturnType<typeof call>>) => ({
        status,
        text,
        headers: { ...headers, 'x-request-id': '', date: '' },
      })
      for (const path of ['scores', 'bootstrap'] as const) {
        const ask = (of: string, query = '', token?: string) =>
          call(app, 'GET', `${of}/${path}/${query}`, {
            token,
            headers: { 'if-none-match': '*' },
            remoteAddress: `198.51.100.${token ? 1 : query ? 2 : 3}`,
          })
        const missing = `/api/${type}/987654`
        for (const [query, token] of [
          ['', undefined],
          ['?key=wrong', undefined],
          ['', stranger.token],
        ] as const) {
          expect(stable(await ask(url, query, token))).toEqual(stable(await ask(missing, query, token)))
        }
        for (const answer of [await get(path, '', owner.token), await get(path, `?key=${board.viewerKey}`)]) {
          expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-cache'])
        }
      }
    })

    test('LIV-01 another title is a new state with another config, and the same settings have the same config in every process', async () => {
      const { board, url, get } = await scene()
      const viewer = await watch(type, board.id)
      const { body } = await call(app, 'GET', `${url}/`, { token: owner.token })
      const patched = await call(app, 'PATCH', `${url}/`, {
        token: owner.token,
        body: { title: `Retitled ${board.id}` },
      })
      expect([body, patched.status]).toMatchObject([{ id: board.id }, 200])
      const first = viewer.heard[0]!
      await viewer.shows(`"seq":`)
      for (let attempt = 0; viewer.heard.length < 2 && attempt < 1_000; attempt += 1)
        await new Promise((resolve) => setTimeout(resolve, 2))
      const second = viewer.heard[1]!
      expect(second).toMatchObject({ epoch: first.epoch, config: expect.not.stringMatching(String(first.config)) })
      expect(Number(second.seq)).toBeGreaterThan(Number(first.seq))
      expect((await get('bootstrap')).body).toMatchObject({
        title: `Retitled ${board.id}`,
        scores: { config: second.config },
      })
      const elsewhere = startLive({
        db: database.db,
        games: new Games(gamesStore(database.db)),
        changes: new BoardChanges(),
      })
      const { channel } = await elsewhere.open(type, board.id, { type: 'anonymous' }, undefined)
      expect(JSON.parse(channel.scoresAnswer().bytes.toString())).toMatchObject({ config: second.config })
      await elsewhere.close()
      viewer.socket.terminate()
    })

    test.each(['hidden', 'deleted'])('when it is %s its viewers are sent away', async (how) => {
      const { board, url } = await scene()
      const viewer = await watch(type, board.id)
      if (how === 'hidden') await call(app, 'PATCH', `${url}/`, { token: owner.token, body: { is_public: false } })
      else await call(app, 'DELETE', `${url}/`, { token: owner.token })
      expect(await viewer.closed).toBe(4404)
    })

    test('the key of what contains it opens it, until it is taken out', async () => {
      const { board } = await scene(false)
      if (type === 'streamboard') return
      const other = await makeScoreboard(database.db, owner.id, {
        venueMachineIds: [await makeVenueMachine(database.db, owner.id)],
      })
      const slideshow = await makeSlideshow(database.db, owner.id, {
        items: [
          { type, id: board.id },
          { type: 'scoreboard', id: other.id },
        ],
        isPublic: false,
      })
      const viewer = await watch(type, board.id, slideshow.viewerKey)
      expect(viewer.heard[0]).toMatchObject({ type: 'SCORES' })
      await call(app, 'POST', `/api/slideshow/${slideshow.id}/viewer_key/`, { token: owner.token })
      hub.tick((clock.now += 5_000))
      expect(await viewer.closed).toBe(4404)
    })
  },
)

test('a slideshow has no live state', async () => {
  const board = await makeScoreboard(database.db, owner.id, {
    venueMachineIds: [await makeVenueMachine(database.db, owner.id)],
  })
  const slideshow = await makeSlideshow(database.db, owner.id, { items: [{ type: 'scoreboard', id: board.id }] })
  const socket = new WebSocket(
    `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/slideshow/${slideshow.id}/scores/websocket/`,
  )
  expect(((await once(socket, 'error')) as [Error])[0].message).toContain('404')
  expect((await call(app, 'GET', `/api/slideshow/${slideshow.id}/scores/`)).status).toBe(404)
})

describe('API-08 leaderboards', () => {
  test('move when a game settles and not before, whoever counts the machine: alone, its title, its group', async () => {
    const { machine, post } = await stage()
    const { db } = database
    const title = await findMachine(db)
    const { group_id } = await db
      .selectFrom('machines')
      .select('group_id')
      .where('id', '=', title)
      .executeTakeFirstOrThrow()
    const boards = [
      await makeLeaderboard(db, owner.id, { venueMachineIds: [machine] }),
      await makeLeaderboard(db, owner.id, { machineIds: [title] }),
      ...(group_id === null ? [] : [await makeLeaderboard(db, owner.id, { groupIds: [group_id] })]),
    ]
    const viewers = await Promise.all(boards.map(({ id }) => watch('leaderboard', id)))
    const before = viewers.map(({ heard }) => heard.length)
    await post({ current_p1_score: '8999999999999999999' })
    await post({ current_p1_score: '9000000000000000000', current_ball: 2 })
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(viewers.map(({ heard }) => heard.length)).toEqual(before)
    await post({ active: false })
    for (const viewer of viewers) {
      await viewer.shows('9000000000000000000')
      viewer.socket.terminate()
    }
  })

  test('move when the hour is over, for viewers and for polls', async () => {
    const { machine, post } = await stage()
    const board = await makeLeaderboard(database.db, owner.id, {
      venueMachineIds: [machine],
      question: { leaderboard_time_type: 'last_calendar', last_time_bucket: 'hour' },
    })
    const hourMs = 3_600_000
    clock.now = Math.ceil(clock.now / hourMs) * hourMs + 60_000
    await post({ active: false, current_p1_score: 5 })
    const viewer = await watch('leaderboard', board.id)
    expect(JSON.stringify(viewer.heard[0])).toContain('"score":5')
    clock.now += hourMs - 60_001
    hub.tick(clock.now)
    const poll = async () => (await call(app, 'GET', `/api/leaderboard/${board.id}/scores/`)).text
    expect(await poll()).toContain('"score":5')
    clock.now += 1
    expect(await poll()).toContain('"scores":[]')
    hub.tick(clock.now)
    await viewer.shows('"scores":[]')
    viewer.socket.terminate()
  })
})

test('a comboboard with boards of others: private ones are masked for all, those of its owner only for everybody else', async () => {
  const { db } = database
  const stranger = await makeUser(db)
  const mine = await makeScoreboard(db, owner.id, {
    venueMachineIds: [await makeVenueMachine(db, owner.id)],
    isPublic: false,
    title: 'Back room',
  })
  const theirs = await makeScoreboard(db, stranger.id, {
    venueMachineIds: [await makeVenueMachine(db, stranger.id)],
    isPublic: false,
    title: 'Elsewhere',
  })
  const board = await makeComboboard(db, owner.id, {
    items: [
      { type: 'scoreboard', id: mine.id },
      { type: 'scoreboard', id: theirs.id },
    ],
  })
  const url = `/api/comboboard/${board.id}`
  const read = async (query = '', token?: string) => {
    const { body, headers } = await call(app, 'GET', `${url}/bootstrap/${query}`, {
      token,
      remoteAddress: `203.0.113.${query.length + (token ? 100 : 0)}`,
    })
    expect(v.parse(boardBootstraps.comboboard, body)).toEqual(body)
    const { boards, scores } = body as {
      boards: { bootstrap?: { title: string }; error?: string }[]
      scores: { boards: { error?: string; sessions?: unknown }[] }
    }
    return {
      titles: boards.map(({ bootstrap, error }) => bootstrap?.title ?? error),
      scores: scores.boards.map(({ error, sessions }) => error ?? sessions),
      cache: headers['cache-control'],
    }
  }
  const masked = {
    titles: [boardIsPrivate, boardIsPrivate],
    scores: [boardIsPrivate, boardIsPrivate],
    cache: 'no-cache',
  }
  const insider = { titles: ['Back room', boardIsPrivate], scores: [[], boardIsPrivate], cache: 'private, no-cache' }
  expect(await read()).toEqual(masked)
  for (const key of [mine.viewerKey, theirs.viewerKey]) expect(await read(`?key=${key}`)).toEqual(masked)
  expect(await read('', stranger.token)).toEqual(masked)
  expect(await read('', owner.token)).toEqual(insider)
  const slideshow = await makeSlideshow(db, owner.id, { items: [{ type: 'comboboard', id: board.id }] })
  clock.now += 5_000
  for (const key of [board.viewerKey, slideshow.viewerKey]) expect(await read(`?key=${key}`)).toEqual(insider)
  const theirSlideshow = await makeSlideshow(db, stranger.id, { items: [{ type: 'comboboard', id: board.id }] })
  clock.now += 5_000
  expect(await read(`?key=${theirSlideshow.viewerKey}`)).toEqual(masked)
})

describe('what another process changed is noticed within 5 s', () => {
  /** A comboboard over a scoreboard and a leaderboard of one machine of somebody else, which is open. */
  async function scene() {
    const { db } = database
    const host = await makeUser(db)
    const machine = await makeVenueMachine(db, host.id)
    const open = await makeScoreboard(db, host.id, { venueMachineIds: [machine] })
    const scoreboard = await makeScoreboard(db, owner.id, {
      venueMachineIds: [machine],
      title: `Guest of ${host.username}`,
    })
    const leaderboard = await makeLeaderboard(db, owner.id, { venueMachineIds: [machine] })
    const comboboard = await makeComboboard(db, owner.id, {
      items: [
        { type: 'scoreboard', id: scoreboard.id },
        { type: 'leaderboard', id: leaderboard.id },
      ],
    })
    return { db, machine, open, scoreboard, leaderboard, comboboard }
  }
  type Scene = Awaited<ReturnType<typeof scene>>

  test.each<[string, (scene: Scene) => Promise<unknown>, (text: string) => boolean]>([
    [
      'a contained board is hidden',
      ({ db, scoreboard }) =>
        db.updateTable('boards').set({ is_public: false }).where('id', '=', scoreboard.id).execute(),
      (text) => text.includes(boardIsPrivate),
    ],
    [
      'a contained board is deleted',
      ({ db, leaderboard }) => db.deleteFrom('boards').where('id', '=', leaderboard.id).execute(),
      (text) => !text.includes('leaderboard'),
    ],
    [
      'a contained board is renamed',
      ({ db, scoreboard }) =>
        db
          .updateTable('boards')
          .set({ title: `Renamed ${scoreboard.id}`, updated_at: new Date() })
          .where('id', '=', scoreboard.id)
          .execute(),
      () => true,
    ],
    [
      'a machine of others is open no more',
      ({ db, open }) => db.updateTable('boards').set({ is_public: false }).where('id', '=', open.id).execute(),
      () => true,
    ],
    [
      'the venue of a machine is renamed',
      ({ db, machine }) =>
        db
          .updateTable('venues')
          .set({ name: 'Another place' })
          .where('id', '=', db.selectFrom('venue_machines').select('venue_id').where('id', '=', machine))
          .execute(),
      () => true,
    ],
  ])('%s', async (_title, change, isSo) => {
    const made = await scene()
    const viewer = await watch('comboboard', made.comboboard.id)
    const before = viewer.heard[0]!
    await change(made)
    hub.tick((clock.now += 5_000))
    for (let attempt = 0; viewer.heard.length < 2 && attempt < 2_000; attempt += 1)
      await new Promise((resolve) => setTimeout(resolve, 2))
    const after = viewer.heard.at(-1)!
    expect(after.config).not.toBe(before.config)
    expect(isSo(JSON.stringify(after))).toBe(true)
    viewer.socket.terminate()
  })
})

test('BTY-46 names that a program proposes go from an idle wall once it has been silent for 15 minutes', async () => {
  const { db } = database
  const { machine, url, post } = await stage()
  const players = [
    { venuemachine: machine, since: new Date(0).toISOString(), players: [{ name: 'Keith Elwin', initials: 'KME' }] },
  ]
  await sql`
    with board as (insert into boards (type, owner_id, title, is_public, viewer_key, settings) values ('taplist', ${owner.id}, 'Taps', false, 'key', '{}') returning type, id),
    named as (insert into board_references (board_type, board_id, place, position, venue_machine_id, opens, counts) select type, id, 'machines.*', 0, ${machine}, false, false from board)
    insert into board_feeds (board_type, board_id, name, key_hash, sequence, document, posted_at, players)
    select type, id, 'taps', ${Buffer.alloc(32)}, 1, '{}', ${new Date(clock.now)}, ${JSON.stringify(players)}::jsonb from board
  `.execute(db)
  await post({ current_p1_score: 5 })
  const name = async () =>
    v.parse(ScoreboardScores, (await call(app, 'GET', `${url}/scores/`)).body).data[0]!.scores[0]!.player
      ?.cached_display_name
  expect(await name()).toBe('Keith Elwin')
  clock.now += 15 * 60_000 - 1
  expect(await name()).toBe('Keith Elwin')
  clock.now += 1
  expect(await name()).toBeUndefined()
})
