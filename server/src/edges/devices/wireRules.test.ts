import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { claimSlot } from '../../core/games/claims'
import { silenceMs } from '../../core/games/gameRules'
import { Games } from '../../core/games/games.service'
import { gamesStore } from '../../core/games/games.store'
import { scoresRoutes } from '../../core/games/scores.routes'
import { MachineScores } from '../../core/games/scores.service'
import { timelinesRoutes } from '../../core/games/timelines/timelines.routes'
import { buildTestApp, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { makeDeviceKey } from '../../testing/devices'
import { devicesRoutes } from './devices.routes'
import { Devices } from './devices.service'
import { putProvider } from './devices.store'
import { answerFastEntries } from './fastEntries'
import { ownedDevicesRoutes } from './owner.routes'
import { signedBytes } from './signature'
import { TestGames } from './testGames'

/*
 * Every rule of the wire (docs/wire.md) as a line: who relies on it, what they send over a real socket, and what is to
 * come of it. Both ways in are held to it, the quick one before the framework and the framework's own.
 */

/** How a client in the field speaks. */
interface Client {
  scheme: 'SToken' | 'Token'
  body: 'form' | 'json'
  /** as it writes the uuid of a game */
  uuid(uuid: string): string
  /** its first session_sequence; undefined: it has none */
  first: number | undefined
  /** what it adds to every entry */
  pads?: object
  /** by a device key of the owner's, without a signature */
  hasKey?: true
}

const plain = (uuid: string) => uuid.replaceAll('-', '')
const allSix = Object.fromEntries([1, 2, 3, 4, 5, 6].map((slot) => [`current_p${slot}_score`, -1]))

const clients = {
  /** the recorded one: form posts, one on every change */
  'SDK 1.1.4': { scheme: 'SToken', body: 'form', uuid: (uuid) => uuid, first: 1 },
  /** table scripts of Visual Pinball: every 2 s, six players padded with -1, capitals */
  VPX: { scheme: 'SToken', body: 'form', uuid: (uuid) => uuid.toUpperCase(), first: 0, pads: allSix },
  /** a sniffer beside an older machine: JSON, plain uuids */
  'score detector': { scheme: 'SToken', body: 'json', uuid: plain, first: 0 },
  'MPF bridge': { scheme: 'Token', body: 'json', uuid: (uuid) => uuid, first: 1, hasKey: true },
  curl: { scheme: 'Token', body: 'json', uuid: (uuid) => uuid, first: undefined, hasKey: true },
} satisfies Record<string, Client>
type ClientName = keyof typeof clients
const everyClient = Object.keys(clients) as ClientName[]
const signing: ClientName[] = ['SDK 1.1.4', 'VPX', 'score detector']

const database = useTestDatabase()
const provider = 'maker'
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
let now = Math.floor(Date.now() / 1000) * 1000

interface WayIn {
  app: FastifyInstance
  games: Games
  address: string
}
const waysIn = {} as Record<'before the framework' | 'by the framework', WayIn>
const names = ['before the framework', 'by the framework'] as const

beforeAll(async () => {
  const { db } = database
  await putProvider(db, provider, publicKey.export({ format: 'der', type: 'spki' }).subarray(-65))
  for (const name of names) {
    // Five silent minutes count from the start of the server on.
    const games = new Games(gamesStore(db), { now: () => now })
    const devices = new Devices(db, games, () => now)
    const scores = new MachineScores(db, games, () => now)
    const app = await buildTestApp(
      db,
      [devicesRoutes({ db, devices, games }), ownedDevicesRoutes({ db, devices, testGames: new TestGames({ db, games, onError: console.error }) }), scoresRoutes({ scores }), timelinesRoutes({ db, scores, store: gamesStore(db) })],
      { isLimited: false },
    )
    await app.ready()
    if (name === 'before the framework') answerFastEntries(app.server, { games, knownActor: (authorization) => app.knownActor(authorization) })
    await app.listen({ port: 0, host: '127.0.0.1' })
    waysIn[name] = { app, games, address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
  }
})
afterAll(async () => {
  for (const { app, games } of Object.values(waysIn)) {
    await app.close()
    await games.close()
  }
})

interface Reply {
  status: number
  text: string
  headers: Headers
}

type Fields = Record<string, unknown>

/** One machine, and a client that plays on it. */
class Stage {
  private sequence: number | undefined
  session = randomUUID() as string

  constructor(
    readonly way: WayIn,
    readonly client: Client,
    readonly machine: number,
    readonly owner: { id: number; token: string },
    readonly token: string,
    readonly deviceUuid: string,
  ) {
    this.sequence = client.first
  }

  async send(method: string, path: string, fields?: Fields, { type = this.client.body, scheme = this.client.scheme as string, token = this.token } = {}): Promise<Reply> {
    const body = fields && (type === 'form' ? new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])).toString() : JSON.stringify(fields))
    const headers = { authorization: `${scheme} ${token}`, ...(body !== undefined && { 'content-type': type === 'form' ? 'application/x-www-form-urlencoded' : 'application/json' }) }
    const response = await fetch(`${this.way.address}${path}`, { method, headers, body })
    const reply = { status: response.status, text: await response.text(), headers: response.headers }
    // Clients search the text, and set their clocks by the answer.
    expect(reply.text).not.toMatch(/[:,] /)
    expect(reply.headers.get('date')).toMatch(/GMT$/)
    return reply
  }

  /** An entry with the next sequence, unless the fields have one. */
  async entry(fields: Fields, options?: Parameters<Stage['send']>[3]): Promise<Reply> {
    const sequence = this.sequence === undefined ? {} : { session_sequence: this.sequence++ }
    return this.send('POST', '/api/entry/', { session_uuid: this.client.uuid(this.session), ...sequence, active: true, ...this.client.pads, ...fields }, options)
  }

  /** From now on it is another game's uuid. */
  nextSession(): void {
    this.session = randomUUID()
    this.sequence = this.client.first
  }

  asOwner(method: string, path: string, fields?: Fields): Promise<Reply> {
    return this.send(method, path, fields, { type: 'json', scheme: 'Token', token: this.owner.token })
  }

  /** As they are stored, the oldest first. */
  async games(): Promise<object[]> {
    const { rows } = await sql<object>`
      select scores::text[] as scores, successful, current_player as player, current_ball as ball, game_modes as modes
      from games where venue_machine_id = ${this.machine} order by id
    `.execute(database.db)
    return rows
  }
}

async function tokenOf(way: WayIn, uuid: string, { encoding = 'ieee-p1363' as 'ieee-p1363' | 'der', as = (text: string) => text, type = 'form' as 'form' | 'json', sentUuid = uuid, atMs = now } = {}) {
  const timestamp = String(Math.floor(atMs / 1000))
  const sign = as(createSign('sha256').update(signedBytes(uuid, timestamp)).sign({ key: privateKey, dsaEncoding: encoding }).toString('hex'))
  const fields = { provider, uuid: sentUuid, timestamp, sign }
  const response = await fetch(`${way.address}/api/stoken/`, {
    method: 'POST',
    ...(type === 'form' ? { body: new URLSearchParams(fields) } : { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
  })
  return { status: response.status, text: await response.text() }
}

/** A machine of an owner, with this client paired to it, or holding its key. */
async function stageFor(way: WayIn, name: ClientName, { isPaired = true } = {}): Promise<Stage> {
  const { db } = database
  const client: Client = clients[name]
  const owner = await makeUser(db)
  const machine = await makeVenueMachine(db, owner.id)
  await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })
  if (client.hasKey) return new Stage(way, client, machine, owner, await makeDeviceKey(db, machine), '')
  const uuid = randomUUID() as string
  const { stoken } = JSON.parse((await tokenOf(way, uuid)).text) as { stoken: string }
  const stage = new Stage(way, client, machine, owner, stoken, uuid)
  if (isPaired) {
    const { shortcode } = JSON.parse((await stage.send('GET', `/api/scorbitron_paired/${uuid}/`)).text) as { shortcode: string }
    expect((await stage.asOwner('POST', `/api/venuemachine/${machine}/pair/`, { shortcode })).status).toBe(200)
  }
  return stage
}

const ok = async (reply: Promise<Reply>) => expect((await reply).status).toBe(200)
const game = (scores: (string | null)[], successful: boolean | null, fields: object = {}) => expect.objectContaining({ scores, successful, ...fields })

interface Rule {
  rule: string
  by: readonly ClientName[]
  play(stage: Stage): Promise<void>
  games?: unknown[]
}

/* What entries mean. */
const entries: Rule[] = [
  {
    rule: 'a whole game: first entry to last',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_player: 1, current_ball: 1, current_p1_score: 0 }))
      await ok(stage.entry({ current_player: 2, current_ball: 1, current_p1_score: 5_000, current_p2_score: 77_000 }))
      await ok(stage.entry({ active: false, current_p1_score: 5_000, current_p2_score: 77_000 }))
    },
    games: [game(['5000', '77000'], true)],
  },
  {
    rule: 'either header, either body, for every client',
    by: everyClient,
    async play(stage) {
      let score = 0
      for (const scheme of ['SToken', 'Token']) for (const type of ['form', 'json'] as const) await ok(stage.entry({ current_p1_score: (score += 1) }, { scheme, type }))
    },
    games: [game(['4'], null)],
  },
  {
    rule: 'a uuid is the same in capitals, dashed and plain',
    by: signing,
    async play(stage) {
      const { session } = stage
      for (const [at, written] of [session, session.toUpperCase(), plain(session), plain(session).toUpperCase()].entries()) {
        await ok(stage.entry({ session_uuid: written, session_sequence: 10 + at, current_p1_score: at }))
      }
    },
    games: [game(['3'], null)],
  },
  {
    rule: 'the answer names the slots that are played, padded ones not among them',
    by: ['VPX'],
    async play(stage) {
      const { text } = await stage.entry({ current_p1_score: 1, current_p2_score: 2 })
      expect(text).toBe('{"scores":[{"position":1,"player":null},{"position":2,"player":null}]}')
    },
    games: [game(['1', '2'], null)],
  },
  {
    rule: 'the final post with -1 for player, ball and scores ends the game with what it had',
    by: ['VPX', 'SDK 1.1.4'],
    async play(stage) {
      await ok(stage.entry({ current_player: 1, current_ball: 3, current_p1_score: 900, current_p2_score: 50 }))
      await ok(stage.entry({ active: false, current_player: -1, current_ball: -1, ...allSix }))
    },
    games: [game(['900', '50'], true, { player: null, ball: null })],
  },
  {
    rule: 'a field that is left out stays, modes are over',
    by: ['SDK 1.1.4', 'MPF bridge', 'curl'],
    async play(stage) {
      await ok(stage.entry({ current_player: 2, current_ball: 3, current_p1_score: 7, current_p2_score: 8, game_modes: 'MB:Multiball' }))
      await ok(stage.entry({ current_p2_score: 9 }))
    },
    games: [game(['7', '9'], null, { player: 2, ball: 3, modes: [] })],
  },
  {
    rule: 'what is not known may stand there empty, or as null: it is left out',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_player: 2, current_ball: 3, current_p1_score: 7, current_p2_score: 8 }))
      const unknown = stage.client.body === 'json' ? null : ''
      await ok(stage.entry({ session_time: unknown, current_player: unknown, current_ball: '', current_p1_score: unknown, current_p2_score: 9, game_modes: unknown }))
    },
    games: [game(['7', '9'], null, { player: 2, ball: 3, modes: [] })],
  },
  {
    rule: 'the first sequence is 0 or 1',
    by: everyClient,
    play: (stage) => ok(stage.entry({ current_p1_score: 5 })),
    games: [game(['5'], null)],
  },
  {
    rule: 'repeats and what comes late are answered 200 and ignored',
    by: signing,
    async play(stage) {
      await ok(stage.entry({ session_sequence: 5, current_p1_score: 500 }))
      await ok(stage.entry({ session_sequence: 5, current_p1_score: 1 }))
      await ok(stage.entry({ session_sequence: 4, active: false, current_p1_score: 2 }))
      await ok(stage.entry({ session_sequence: 6, current_p1_score: 600 }))
    },
    games: [game(['600'], null)],
  },
  {
    rule: 'entries that cross each other on the way leave the newest',
    by: signing,
    play: async (stage) => {
      await Promise.all([3, 1, 5, 2, 4].map((session_sequence) => ok(stage.entry({ session_sequence, current_p1_score: session_sequence * 10 }))))
    },
    games: [game(['50'], null)],
  },
  {
    rule: 'active from false back to true under one uuid is a new game',
    by: everyClient,
    async play(stage) {
      for (const score of [10, 20]) {
        await ok(stage.entry({ current_p1_score: 0 }))
        await ok(stage.entry({ active: false, current_p1_score: score }))
      }
    },
    games: [game(['10'], true), game(['20'], true)],
  },
  {
    rule: 'another uuid ends the game before it, which does not count',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      stage.nextSession()
      await ok(stage.entry({ current_p1_score: 20 }))
      await ok(stage.entry({ active: false, current_p1_score: 30 }))
      const { text } = await stage.send('GET', `/api/venuemachine/${stage.machine}/top_scores/?score=20`)
      expect(JSON.parse(text)).toMatchObject({ results: [{ rank: 1, score: 30 }], rank: 2 })
    },
    games: [game(['10'], false), game(['30'], true)],
  },
  {
    rule: 'every digit of a score is kept beyond 2^31 and 2^53, and goes out as text',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 2_147_483_648, current_p2_score: '9007199254740993', current_p3_score: '9223372036854775807' }))
      const { text } = await stage.asOwner('GET', `/api/venuemachine/${stage.machine}/current/`)
      expect(text).toContain('"score":2147483648,')
      for (const digits of ['"9007199254740993"', '"9223372036854775807"']) expect(text).toContain(`"score":${digits}`)
    },
    games: [game(['2147483648', '9007199254740993', '9223372036854775807'], null)],
  },
  {
    rule: 'modes on the wire are joined, with and without number and colour; our own API has a list',
    by: ['SDK 1.1.4', 'VPX', 'curl'],
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 1, game_modes: 'MB2{red}:Dragon Multiball;NA:King Tut x2;XX:Hurry up' }))
      const { text } = await stage.asOwner('GET', `/api/venuemachine/${stage.machine}/current/`)
      expect(JSON.parse(text)).toMatchObject({ game_modes: ['MB2{red}:Dragon Multiball', 'NA:King Tut x2', 'XX:Hurry up'] })
    },
    games: [game(['1'], null, { modes: ['MB2{red}:Dragon Multiball', 'NA:King Tut x2', 'XX:Hurry up'] })],
  },
  {
    rule: 'MAC-04 more modes than anybody can read, and longer ones, cost no score: what is too much is cut off',
    by: everyClient,
    async play(stage) {
      const many = Array.from({ length: 40 }, (_, at) => `NA:${at} ${'x'.repeat(250)}`)
      await ok(stage.entry({ current_p1_score: 5, game_modes: many.join(';') }))
      await ok(stage.entry({ current_p1_score: 7, game_modes: many }, { type: 'json' }))
      const { text } = await stage.asOwner('GET', `/api/venuemachine/${stage.machine}/current/`)
      const { game_modes } = JSON.parse(text) as { game_modes: string[] }
      expect([game_modes.length, game_modes[31]]).toEqual([32, many[31]!.slice(0, 200)])
    },
    games: [game(['7'], null)],
  },
  {
    rule: 'MAC-04 numbers as programs print them are the same numbers, to the last digit',
    by: everyClient,
    async play(stage) {
      const printed = { current_p1_score: '1E+15', current_p2_score: '12345.0', current_p3_score: '1,234,567', current_p4_score: ' 500 ', current_ball: '2.0', current_player: ' 3' }
      await ok(stage.entry({ ...printed, current_p5_score: '9.007199254740993E+15', current_p6_score: '1.234.567' }))
    },
    games: [game(['1000000000000000', '12345', '1234567', '500', '9007199254740993', '1234567'], null, { player: 3, ball: 2 })],
  },
  {
    rule: 'MAC-04 what does not say how the game stands may be nonsense; the end counts',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 300 }))
      await ok(stage.entry({ active: false, session_time: 123456.7, current_ball: 'last', current_player: '1.5', current_p1_score: 400 }))
    },
    games: [game(['400'], true)],
  },
  {
    rule: 'MAC-04 a score that may be two numbers, or none, is refused',
    by: everyClient,
    async play(stage) {
      for (const current_p1_score of ['1.000', '1.5', 'abc', '9223372036854775808']) {
        const { status, text } = await stage.entry({ current_p1_score })
        expect([status, text]).toEqual([400, expect.stringContaining('current_p1_score')])
      }
    },
    games: [],
  },
  {
    rule: 'MAC-04 a sequence that cannot be stored is refused with what is expected, and the highest one is stored',
    by: everyClient,
    async play(stage) {
      for (const session_sequence of ['9223372036854775808', '99999999999999999999', '-1', '1.5', 'abc']) {
        const { status, text } = await stage.entry({ session_sequence, current_p1_score: 1 })
        expect([session_sequence, status, JSON.parse(text)]).toEqual([session_sequence, 400, { session_sequence: ['A whole number from 0 to 9223372036854775807 is expected'] }])
      }
      await ok(stage.entry({ session_sequence: '9223372036854775807', current_p1_score: 2 }))
    },
    games: [game(['2'], null)],
  },
  {
    rule: 'MAC-04 what is no uuid is refused with what is expected',
    by: everyClient,
    async play(stage) {
      for (const session_uuid of [`{${stage.session}}`, stage.session.slice(1), `${stage.session}${stage.session}`]) {
        const { status, text } = await stage.entry({ session_uuid, current_p1_score: 1 })
        expect([session_uuid, status, JSON.parse(text)]).toEqual([session_uuid, 400, { session_uuid: ['A uuid is expected'] }])
      }
    },
    games: [],
  },
  {
    rule: 'MAC-04 an ignored entry of an earlier game is answered without the slots of the newest',
    by: everyClient,
    async play(stage) {
      const earlier = stage.session
      await ok(stage.entry({ session_sequence: 5, current_p1_score: 1 }))
      stage.nextSession()
      await ok(stage.entry({ current_p1_score: 3, current_p2_score: 4 }))
      const { status, text } = await stage.entry({ session_uuid: earlier, session_sequence: 4, current_p1_score: 2 })
      expect([status, text]).toEqual([200, '{"scores":[]}'])
    },
    games: [game(['1'], false), game(['3', '4'], null)],
  },
  {
    rule: 'modes as a list',
    by: ['MPF bridge'],
    play: (stage) => ok(stage.entry({ current_p1_score: 1, game_modes: ['NA:multiball', 'NA:mystery'] })),
    games: [game(['1'], null, { modes: ['NA:multiball', 'NA:mystery'] })],
  },
  {
    rule: 'a claimed slot carries all five of a player’s fields',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 1, current_p2_score: 2 }))
      await claimSlot(database.db, stage.way.games, stage.machine, 2, stage.owner.id, now)
      const { scores } = JSON.parse((await stage.entry({ current_p1_score: 3, current_p2_score: 4 })).text) as { scores: unknown[] }
      expect(scores).toContainEqual({
        position: 2,
        player: { id: stage.owner.id, cached_display_name: 'Pat Lawlor', initials: '', prefer_initials: false, profile_picture: null },
      })
    },
  },
  {
    rule: 'a 200 is stored: another server on the same database has it at once',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 321 }))
      expect(await new Games(gamesStore(database.db)).current(stage.machine)).toMatchObject({ scores: [{ score: 321 }] })
    },
  },
]

/* What ends a game, beside entries. */
const endings: Rule[] = [
  ...(['GET', 'POST'] as const).map(
    (method): Rule => ({
      rule: `a heartbeat by ${method} with session_active false ends the game, which counts`,
      by: everyClient,
      async play(stage) {
        await ok(stage.entry({ current_p1_score: 10 }))
        await ok(stage.send(method, '/api/heartbeat/?session_active=true'))
        expect(await stage.games()).toEqual([game(['10'], null)])
        await ok(stage.send(method, '/api/heartbeat/?session_active=false'))
      },
      games: [game(['10'], true)],
    }),
  ),
  {
    rule: 'what a heartbeat says may be in its body',
    by: ['SDK 1.1.4', 'score detector'],
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await ok(stage.send('POST', '/api/heartbeat/', { session_active: false }))
    },
    games: [game(['10'], true)],
  },
  {
    rule: 'a heartbeat that does not say whether a game is played ends none',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      for (const query of ['', '?session_active=']) await ok(stage.send('GET', `/api/heartbeat/${query}`))
    },
    games: [game(['10'], null)],
  },
  {
    rule: 'the heartbeat is faster than the last entry: that one completes the game',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await ok(stage.send('GET', '/api/heartbeat/?session_active=false'))
      await ok(stage.entry({ active: false, current_p1_score: 15 }))
    },
    games: [game(['15'], true)],
  },
  {
    rule: '/installed/ in mid-game ends the game, which does not count',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await ok(stage.send('POST', '/api/installed/', { version: '1.1.4', type: 'sdk', installed: true }))
    },
    games: [game(['10'], false)],
  },
  {
    rule: '/installed/ ends the game too when it says what is not known, or its log is long',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await ok(stage.send('POST', '/api/installed/', { type: 'firmware', installed: 'maybe', log: 'line '.repeat(40_000) }))
    },
    games: [game(['10'], false)],
  },
  {
    rule: 'MAC-03 /installed/ ends the game too when its version cannot be read',
    by: everyClient,
    async play(stage) {
      for (const version of ['1'.repeat(101), '1.\u0000', { major: 1 }, ['1']]) {
        stage.nextSession()
        await ok(stage.entry({ current_p1_score: 10 }))
        await ok(stage.send('POST', '/api/installed/', { version, type: 'sdk' }, { type: 'json' }))
      }
    },
    games: Array.from({ length: 4 }, () => game(['10'], false)),
  },
  {
    rule: 'five silent minutes end the game, which does not count; a sign of life holds them off',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      now += silenceMs - 1_000
      await ok(stage.send('GET', '/api/heartbeat/?session_active=true'))
      now += silenceMs - 1_000
      await stage.way.games.sweep()
      expect(await stage.games()).toEqual([game(['10'], null)])
      now += 1_000
      await stage.way.games.sweep()
    },
    games: [game(['10'], false)],
  },
]

async function newToken({ way, deviceUuid }: Stage): Promise<string> {
  now += 1_000
  return (JSON.parse((await tokenOf(way, deviceUuid)).text) as { stoken: string }).stoken
}

/* A client that restarts in mid-game: the power was cut. */
const fresh: Rule[] = [
  {
    rule: 'MAC-03 a heartbeat with session_active false under a token younger than the last entry ends the game, which does not count',
    by: signing,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      const stoken = await newToken(stage)
      await ok(stage.send('GET', '/api/heartbeat/?session_active=false', undefined, { token: stoken }))
      await ok(stage.send('POST', '/api/installed/', { version: '1.1.4', type: 'sdk', installed: true }, { token: stoken }))
    },
    games: [game(['10'], false)],
  },
  {
    rule: 'MAC-03 one under a token that is older, or after entries of the new one, ends a game that counts',
    by: signing,
    async play(stage) {
      const stoken = await newToken(stage)
      await ok(stage.entry({ current_p1_score: 10 }, { token: stoken }))
      await ok(stage.send('GET', '/api/heartbeat/?session_active=false', undefined, { token: stoken }))
    },
    games: [game(['10'], true)],
  },
  {
    rule: 'MAC-03 a client that says nothing of games at its start: its signs of life keep no game of before going',
    by: ['VPX', 'score detector'],
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      const stoken = await newToken(stage)
      for (let waitedMs = 0; waitedMs < silenceMs; waitedMs += 60_000) {
        expect(await stage.games()).toEqual([game(['10'], null)])
        now += 60_000
        await ok(stage.send('GET', '/api/heartbeat/?session_active=', undefined, { token: stoken }))
        await stage.way.games.sweep()
      }
    },
    games: [game(['10'], false)],
  },
]

/* What only devices do. */
const deviceCalls: Rule[] = [
  {
    rule: 'a paired heartbeat answers the machine, compact, and never a key sdk',
    by: signing,
    async play(stage) {
      const { text } = await stage.send('GET', '/api/heartbeat/?session_active=false')
      expect(text).toMatch(new RegExp(`^\\{"machine_id":\\d+,"venuemachine_id":${stage.machine},"config":\\{"opdb_id":"G[^"]+"\\}\\}$`))
      expect(text).not.toContain('sdk')
    },
  },
  {
    rule: 'never 401 in mid-game: who is unpaired meanwhile gets 500 and not attached, and its heartbeat says so',
    by: signing,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await ok(stage.asOwner('POST', `/api/venuemachine/${stage.machine}/unpair/`))
      const refused = await stage.entry({ current_p1_score: 20 })
      expect([refused.status, refused.text.includes('not attached')]).toEqual([500, true])
      expect((await stage.send('GET', '/api/heartbeat/?session_active=true')).text).toBe('{"unpaired":true}')
    },
    games: [game(['10'], false)],
  },
  {
    rule: 'never 401 in mid-game: a token of years ago goes on, beside newer ones',
    by: signing,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await sql`update device_tokens set created_at = created_at - interval '5 years' where device_id in (select id from devices where venue_machine_id = ${stage.machine})`.execute(database.db)
      await tokenOf(stage.way, stage.deviceUuid)
      await ok(stage.entry({ current_p1_score: 20 }))
    },
    games: [game(['20'], null)],
  },
  {
    rule: 'a device leaves its machine by itself, and has another pair code then',
    by: signing,
    async play(stage) {
      const code = async () => (await stage.send('GET', `/api/scorbitron_paired/${stage.deviceUuid}/`)).text
      const before = await code()
      expect(before).toMatch(/^\{"shortcode":"[A-Z0-9]{6}"\}$/)
      await ok(stage.send('POST', '/api/scorbitron_unpair/', { unpaired: true }))
      expect((await stage.send('GET', '/api/heartbeat/')).text).toBe('{"unpaired":true}')
      expect(await code()).not.toBe(before)
    },
  },
  {
    rule: 'MAC-01 a code that is asked for by POST, with an empty form, is the one that GET answers',
    by: signing,
    async play(stage) {
      const path = `/api/scorbitron_paired/${stage.deviceUuid}/`
      const posted = await fetch(stage.way.address + path, {
        method: 'POST',
        headers: { authorization: `SToken ${stage.token}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      })
      expect([posted.status, await posted.text()]).toEqual([200, (await stage.send('GET', path)).text])
    },
  },
  {
    rule: 'the log after the game becomes its timeline',
    by: ['SDK 1.1.4'],
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 0 }))
      await ok(stage.entry({ active: false, current_p1_score: 5_000 }))
      const form = new FormData()
      form.set('uuid', stage.session)
      form.set('log_file', new Blob(['time,p1,p2,p3,p4,p5,p6,player,ball,game_modes\n1795190279,0,,,,,,1,1,\n1795190281,5000,,,,,,1,1,"MB{red}:Dragon"\n']), 'session.csv')
      const headers = { authorization: `SToken ${stage.token}` }
      expect((await fetch(`${stage.way.address}/api/session_log/`, { method: 'POST', body: form, headers })).status).toBe(200)
      const { id } = await database.db.selectFrom('games').select('id').where('venue_machine_id', '=', stage.machine).executeTakeFirstOrThrow()
      expect(JSON.parse((await stage.asOwner('GET', `/api/game/${id}/timeline/`)).text)).toMatchObject({
        source: 'log',
        points: [{ at: 0, scores: [0] }, { at: 2_000, scores: [5_000], modes: ['MB{red}:Dragon'] }],
      })
    },
  },
  ...(['entry', 'heartbeat', 'installed', 'scorbitron_unpair'] as const).map(
    (name): Rule => ({
      rule: `/api/${name} without its trailing slash`,
      by: ['score detector'],
      play: (stage) => ok(name === 'entry' ? stage.send('POST', '/api/entry', { session_uuid: stage.session, session_sequence: 1, current_p1_score: 1 }) : stage.send('POST', `/api/${name}`, {})),
    }),
  ),
]

const lines = [...entries, ...endings, ...fresh, ...deviceCalls].flatMap(({ by, ...rest }) => by.map((client) => ({ client, ...rest })))

describe.each(names)('API-04 %s', (way) => {
  test.each(lines)('$client: $rule', async ({ client, play, games }) => {
    const stage = await stageFor(waysIn[way], client)
    await play(stage)
    if (games) expect(await stage.games()).toEqual(games)
  })
})

describe('a token', () => {
  const way = () => waysIn['by the framework']
  const upper = (text: string) => text.toUpperCase()

  test.each([
    ['SDK 1.1.4', 'raw, capitals, a form', { as: upper }],
    ['score detector', 'DER, small letters, JSON', { encoding: 'der', type: 'json' }],
    ['VPX', 'DER, capitals', { encoding: 'der', as: upper }],
  ] as const)('%s: %s, by a dashed uuid and by a plain one', async (_client, _how, options) => {
    const uuid = randomUUID() as string
    for (const sentUuid of [uuid, plain(uuid), uuid.toUpperCase()]) {
      const { status, text } = await tokenOf(way(), uuid, { ...options, sentUuid })
      expect([status, text]).toEqual([200, expect.stringMatching(/^\{"stoken":"[0-9a-f]+"\}$/)])
    }
    expect(await database.db.selectFrom('devices').select('venue_machine_id').where('uuid', '=', uuid).execute()).toEqual([{ venue_machine_id: null }])
  })

  test.each([
    [-21, 400],
    [-20, 200],
    [20, 200],
    [21, 400],
  ])('SDK 1.1.4: a clock %d s off is answered %d, in the words that it looks for', async (seconds, expected) => {
    const { status, text } = await tokenOf(way(), randomUUID(), { atMs: now + seconds * 1_000 })
    expect(status).toBe(expected)
    if (expected === 400) expect(text).toContain('Invalid timestamp')
  })

  test('SDK 1.1.4: before it is paired, it is told so, and an entry is not attached', async () => {
    for (const name of names) {
      const stage = await stageFor(waysIn[name], 'SDK 1.1.4', { isPaired: false })
      expect((await stage.send('GET', '/api/heartbeat/?session_active=false')).text).toBe('{"unpaired":true}')
      expect(await stage.entry({ current_p1_score: 1 })).toMatchObject({ status: 500, text: expect.stringContaining('not attached') })
    }
  })
})
