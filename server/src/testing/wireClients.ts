import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Games } from '../core/games/games.service'
import { gamesStore } from '../core/games/games.store'
import { scoresRoutes } from '../core/games/scores.routes'
import { MachineScores } from '../core/games/scores.service'
import { timelinesRoutes } from '../core/games/timelines/timelines.routes'
import { devicesRoutes } from '../edges/devices/devices.routes'
import { Devices } from '../edges/devices/devices.service'
import { putProvider } from '../edges/devices/devices.store'
import { answerFastEntries } from '../edges/devices/fastEntries'
import { ownedDevicesRoutes } from '../edges/devices/owner.routes'
import { signedBytes } from '../edges/devices/signature'
import { TestGames } from '../edges/devices/testGames'
import type { Tables } from '../ground/database'
import { buildTestApp } from './app'
import type { useTestDatabase } from './database'
import { makeDevice, makeDeviceKey } from './devices'
import { makeScoreboard, makeUser, makeVenueMachine } from './makers'

/*
 * For tests of the wire (docs/wire.md): the clients in the field, and both ways in, the quick one before the framework and the
 * framework's own. A rule is a line: who relies on it, what they send over a real socket, and what is to come of it.
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

/** Without dashes. */
export const plain = (uuid: string) => uuid.replaceAll('-', '')
/** Scores of six players, none of whom plays. */
export const allSix = Object.fromEntries([1, 2, 3, 4, 5, 6].map((slot) => [`current_p${slot}_score`, -1]))

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
export const everyClient = Object.keys(clients) as ClientName[]
/** Those that sign, and have a token of their own. */
export const signing: ClientName[] = ['SDK 1.1.4', 'VPX', 'score detector']

interface WayIn {
  app: FastifyInstance
  games: Games
  address: string
}
const names = ['before the framework', 'by the framework'] as const

interface Reply {
  status: number
  text: string
  headers: Headers
}

type Fields = Record<string, unknown>

/** One machine, and a client that plays on it. */
export class Stage {
  private sequence: number | undefined
  session = randomUUID() as string

  constructor(
    readonly way: WayIn,
    readonly client: Client,
    readonly machine: number,
    readonly owner: { id: number; token: string },
    readonly token: string,
    readonly deviceUuid: string,
    private readonly db: Kysely<Tables>,
  ) {
    this.sequence = client.first
  }

  async send(
    method: string,
    path: string,
    fields?: Fields,
    { type = this.client.body, scheme = this.client.scheme as string, token = this.token } = {},
  ): Promise<Reply> {
    const body =
      fields &&
      (type === 'form'
        ? new URLSearchParams(
            Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
          ).toString()
        : JSON.stringify(fields))
    const headers = {
      authorization: `${scheme} ${token}`,
      ...(body !== undefined && {
        'content-type': type === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
    }
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
    return this.send(
      'POST',
      '/api/entry/',
      { session_uuid: this.client.uuid(this.session), ...sequence, active: true, ...this.client.pads, ...fields },
      options,
    )
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
    `.execute(this.db)
    return rows
  }
}

export interface Rule {
  rule: string
  by: readonly ClientName[]
  play(stage: Stage): Promise<void>
  /** as they are stored afterwards, the oldest first */
  games?: unknown[]
}

/** An answer of 200. */
export const ok = async (reply: Promise<Reply>) => expect((await reply).status).toBe(200)

/** A stored game. */
export const game = (scores: (string | null)[], successful: boolean | null, fields: object = {}) =>
  expect.objectContaining({ scores, successful, ...fields })

/** A server behind each way in, with a clock of their own, for the tests of one file. */
export function useWire(database: ReturnType<typeof useTestDatabase>) {
  const provider = 'maker'
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** ms since 1970; ahead of the database, so that the tokens of devices that it makes are older than what these send */
  const clock = { now: Math.floor(Date.now() / 1000) * 1000 + 3_600_000 }
  const waysIn = {} as Record<(typeof names)[number], WayIn>
  let owner: Awaited<ReturnType<typeof makeUser>>

  beforeAll(async () => {
    const { db } = database
    owner = await makeUser(db)
    await putProvider(db, provider, publicKey.export({ format: 'der', type: 'spki' }).subarray(-65))
    for (const name of names) {
      // Five silent minutes count from the start of the server on.
      const games = new Games(gamesStore(db), { now: () => clock.now })
      const devices = new Devices(db, games, () => clock.now)
      const scores = new MachineScores(db, games, () => clock.now)
      const app = await buildTestApp(
        db,
        [
          devicesRoutes({ db, devices, games }),
          ownedDevicesRoutes({ db, devices, testGames: new TestGames({ db, games, onError: console.error }) }),
          scoresRoutes({ scores }),
          timelinesRoutes({ db, scores, store: gamesStore(db) }),
        ],
        { isLimited: false },
      )
      await app.ready()
      if (name === 'before the framework')
        answerFastEntries(app.server, { games, knownActor: (authorization) => app.knownActor(authorization) })
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

  /** A device signs on. */
  async function tokenOf(
    way: WayIn,
    uuid: string,
    {
      encoding = 'ieee-p1363' as 'ieee-p1363' | 'der',
      as = (text: string) => text,
      type = 'form' as 'form' | 'json',
      sentUuid = uuid,
      atMs = clock.now,
    } = {},
  ) {
    const timestamp = String(Math.floor(atMs / 1000))
    const sign = as(
      createSign('sha256')
        .update(signedBytes(uuid, timestamp))
        .sign({ key: privateKey, dsaEncoding: encoding })
        .toString('hex'),
    )
    const fields = { provider, uuid: sentUuid, timestamp, sign }
    const response = await fetch(`${way.address}/api/stoken/`, {
      method: 'POST',
      ...(type === 'form'
        ? { body: new URLSearchParams(fields) }
        : { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
    })
    return { status: response.status, text: await response.text() }
  }

  /** A machine of an owner, with this client on it, or holding its key. */
  async function stageFor(way: WayIn, name: ClientName, { isPaired = true } = {}): Promise<Stage> {
    const { db } = database
    const client: Client = clients[name]
    const machine = await makeVenueMachine(db, owner.id)
    await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })
    if (client.hasKey) return new Stage(way, client, machine, owner, await makeDeviceKey(db, machine), '', db)
    const { token, uuid } = await makeDevice(db, isPaired ? machine : null)
    return new Stage(way, client, machine, owner, token, uuid, db)
  }

  /** Holds both ways in to these rules, by which clients go in turns; one that is alone goes by both. */
  function holdTo(rules: readonly Rule[]) {
    const lines = rules.flatMap(({ by, ...rest }) =>
      by.flatMap((client, at) => (by.length === 1 ? names : [names[at % 2]!]).map((way) => ({ way, client, ...rest }))),
    )
    test.each(lines)('API-04 $way, $client: $rule', async ({ way, client, play, games }) => {
      const stage = await stageFor(waysIn[way], client)
      await play(stage)
      if (games) expect(await stage.games()).toEqual(games)
    })
  }

  return { clock, waysIn, tokenOf, stageFor, holdTo }
}
