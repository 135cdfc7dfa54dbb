import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { testSessionMark } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Games } from '../../core/games/games.service'
import { gamesStore } from '../../core/games/games.store'
import { scoresRoutes } from '../../core/games/scores.routes'
import { MachineScores } from '../../core/games/scores.service'
import { SharedLimit } from '../../ground/http/limits'
import { serverFolder } from '../../ground/process/config'
import {
  buildTestApp,
  call,
  makeScoreboard,
  makeUpload,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { devicesRoutes } from './devices.routes'
import { Devices } from './devices.service'
import { detachByUuid, newPairCode, putProvider } from './devices.store'
import { ownedDevicesRoutes } from './owner.routes'
import { signedBytes } from './signature'
import { TestGames } from './testGames'

const database = useTestDatabase()
const provider = 'vscorbitron'
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

let app: FastifyInstance
let games: Games
// A whole second, so that offsets of seconds are exact.
let now = Math.floor(Date.now() / 1000) * 1000

beforeAll(async () => {
  const { db } = database
  await putProvider(db, provider, publicKey.export({ format: 'der', type: 'spki' }).subarray(-65))
  games = new Games(gamesStore(db), { now: () => now, later: setImmediate })
  const devices = new Devices(db, games, () => now)
  const scores = new MachineScores(db, games, () => now)
  app = await buildTestApp(
    db,
    [
      devicesRoutes({ db, devices, games }),
      ownedDevicesRoutes({ db, devices, testGames: new TestGames({ db, games, onError: console.error }) }),
      scoresRoutes({ scores }),
    ],
    { isLimited: false },
  )
})
afterAll(() => app.close())
// What is kept for a moment is not kept from one test to the next.
beforeEach(() => void (now += 5_000))

const form = { 'content-type': 'application/x-www-form-urlencoded' }

function tokenRequest(uuid = randomUUID() as string) {
  const timestamp = String(Math.floor(now / 1000))
  const sign = createSign('sha256')
    .update(signedBytes(uuid, timestamp))
    .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' })
    .toString('hex')
  return { provider, uuid, timestamp, sign }
}

const authenticate = (fields: Record<string, string>) =>
  call(app, 'POST', '/api/stoken/', { body: new URLSearchParams(fields).toString(), headers: form })

/** An owner, one of their machines, and a device that is not paired. */
async function stage({ isPublic }: { isPublic?: boolean } = {}) {
  const owner = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, owner.id)
  const board =
    isPublic === undefined
      ? undefined
      : await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic })
  const uuid = randomUUID() as string
  const { stoken } = (await authenticate(tokenRequest(uuid))).body as { stoken: string }
  const device = (method: 'GET' | 'POST', url: string, body?: string | object) =>
    call(app, method, url, {
      body,
      headers: { authorization: `SToken ${stoken}`, ...(typeof body === 'string' && form) },
    })
  const asOwner = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) =>
    call(app, method, url, { token: owner.token, body })
  const code = async () =>
    ((await device('GET', `/api/scorbitron_paired/${uuid}/`)).body as { shortcode: string }).shortcode
  const pair = async () =>
    asOwner('POST', `/api/venuemachine/${machine}/pair/`, { shortcode: (await code()).toLowerCase() })
  return { owner, machine, board, uuid, stoken, device, asOwner, code, pair }
}

const entryOf = (fields: object) => ({
  session_uuid: randomUUID(),
  session_sequence: 1,
  active: true,
  current_p1_score: 10,
  ...fields,
})

describe('stoken', () => {
  test.each([
    ['timestamp', 'soon', 'Invalid timestamp'],
    ['sign', 'xyz', 'Invalid signature'],
  ])('a %s that is none is named in the words of the wire', async (field, value, sentence) => {
    expect(await authenticate({ ...tokenRequest(), [field]: value })).toMatchObject({
      status: 400,
      body: { [field]: [sentence] },
    })
  })

  test.each([
    ['a signature of something else', { sign: '00'.repeat(64) }],
    ['a provider that is not registered', { provider: 'nobody' }],
  ])('%s is refused, and no device is made', async (_title, fields) => {
    const request = { ...tokenRequest(), ...fields }
    expect((await authenticate(request)).status).toBe(403)
    expect(await database.db.selectFrom('devices').selectAll().where('uuid', '=', request.uuid).execute()).toEqual([])
  })

  test('a token is kept as a hash only', async () => {
    const { stoken } = await stage()
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from device_tokens where encode(hash, 'hex') = ${stoken} or encode(hash, 'escape') = ${stoken}`.execute(
      database.db,
    )
    expect(rows[0]!.count).toBe(0)
  })
})

describe('pairing', () => {
  test('a wrong code is a field error; a code works once; a machine has one device', async () => {
    const one = await stage()
    const two = await stage()
    expect(await one.asOwner('POST', `/api/venuemachine/${one.machine}/pair/`, { shortcode: 'QQQQQQ' })).toMatchObject({
      status: 400,
      body: { shortcode: ['No device shows this code'] },
    })
    const shortcode = await one.code()
    await one.pair()
    expect((await two.asOwner('POST', `/api/venuemachine/${two.machine}/pair/`, { shortcode })).status).toBe(400)
    expect(
      (await one.asOwner('POST', `/api/venuemachine/${one.machine}/pair/`, { shortcode: await two.code() })).status,
    ).toBe(409)
  })

  test.each(['code', 'uuid'] as const)(
    'ACC-32 pairing by its %s that is repeated, since the answer was lost, is answered as before',
    async (by) => {
      const { machine, uuid, device, asOwner, code } = await stage()
      const shortcode = by === 'code' ? await code() : uuid
      for (let times = 0; times < 2; times += 1)
        expect(await asOwner('POST', `/api/venuemachine/${machine}/pair/`, { shortcode })).toMatchObject({
          status: 200,
          body: { paired: true },
        })
      expect((await device('GET', '/api/heartbeat/')).body).toMatchObject({ venuemachine_id: machine })
    },
  )

  test.each(['owner', 'device'] as const)(
    'the %s unpairs: the game ends unsuccessfully, the old code is void, entries are not attached',
    async (who) => {
      const { machine, device, asOwner, code, pair } = await stage({ isPublic: true })
      const before = await code()
      await pair()
      await device('POST', '/api/entry/', entryOf({}))
      const answer =
        who === 'owner'
          ? await asOwner('POST', `/api/venuemachine/${machine}/unpair/`)
          : await device('POST', '/api/scorbitron_unpair/', 'unpaired=true')
      expect(answer.status).toBe(200)
      expect((await device('GET', '/api/heartbeat/')).text).toBe('{"unpaired":true}')
      expect((await device('POST', '/api/entry/', entryOf({}))).status).toBe(500)
      expect(await code()).not.toBe(before)
      const { rows } = await sql<{
        successful: boolean
      }>`select successful from games where venue_machine_id = ${machine}`.execute(database.db)
      expect(rows).toEqual([{ successful: false }])
    },
  )

  test.each([
    ['its uuid', (uuid: string) => uuid],
    ['its uuid without dashes, in capitals', (uuid: string) => ` ${uuid.replaceAll('-', '').toUpperCase()}\n`],
    [
      'the link of its QR code',
      (uuid: string) => `https://scorbit.link/qrcode?$deeplink_path=vpin&machineid=12&uuid=${uuid}`,
    ],
  ])(
    'MAC-02 a client that never asks for a code is paired by %s, for an hour after it signed on',
    async (_what, shownOf) => {
      const { machine, uuid, device, asOwner } = await stage()
      const pair = (shortcode: string) => asOwner('POST', `/api/venuemachine/${machine}/pair/`, { shortcode })
      const refusal = { status: 400, body: { shortcode: ['No device with this ID is waiting to be paired'] } }
      expect(await pair(shownOf(randomUUID()))).toMatchObject(refusal)
      now += 3_600_001
      expect(await pair(shownOf(uuid))).toMatchObject(refusal)
      await authenticate(tokenRequest(uuid))
      expect((await pair(shownOf(uuid))).status).toBe(200)
      expect((await device('GET', '/api/heartbeat/')).body).toMatchObject({ venuemachine_id: machine })
    },
  )

  test('MAC-02 a uuid takes no device off its machine, and does not say whose it is; two devices of one uuid are neither', async () => {
    const one = await stage()
    const two = await stage()
    await one.pair()
    const pair = (shortcode: string) => two.asOwner('POST', `/api/venuemachine/${two.machine}/pair/`, { shortcode })
    const refusal = { status: 400, body: { shortcode: ['No device with this ID is waiting to be paired'] } }
    expect(await pair(one.uuid)).toMatchObject(refusal)
    expect((await one.device('GET', '/api/heartbeat/')).body).toMatchObject({ venuemachine_id: one.machine })

    const elsewhere = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    await putProvider(database.db, 'another', elsewhere.publicKey.export({ format: 'der', type: 'spki' }).subarray(-65))
    const { timestamp } = tokenRequest()
    const sign = createSign('sha256')
      .update(signedBytes(two.uuid, timestamp))
      .sign(elsewhere.privateKey)
      .toString('hex')
    expect((await authenticate({ provider: 'another', uuid: two.uuid, timestamp, sign })).status).toBe(200)
    expect(await pair(two.uuid)).toMatchObject(refusal)
    expect((await pair(await two.code())).status).toBe(200)
  })

  test('MAC-02 who runs the server takes a device off the machine of somebody who was faster', async () => {
    const faster = await stage()
    const owner = await stage()
    const before = await owner.code()
    expect(
      (await faster.asOwner('POST', `/api/venuemachine/${faster.machine}/pair/`, { shortcode: owner.uuid })).status,
    ).toBe(200)
    expect(await detachByUuid(database.db, owner.uuid)).toBe(1)
    expect(await detachByUuid(database.db, owner.uuid)).toBe(0)
    expect(await owner.code()).not.toBe(before)
    expect(
      (await owner.asOwner('POST', `/api/venuemachine/${owner.machine}/pair/`, { shortcode: owner.uuid })).status,
    ).toBe(200)
  })

  test('the code of a device is its own', async () => {
    const one = await stage()
    const two = await stage()
    expect((await one.device('GET', `/api/scorbitron_paired/${two.uuid}/`)).status).toBe(404)
    expect((await call(app, 'GET', `/api/scorbitron_paired/${one.uuid}/`)).status).toBe(401)
    const { key } = (await one.asOwner('POST', `/api/venuemachine/${one.machine}/device_key/`)).body as { key: string }
    expect((await call(app, 'GET', `/api/scorbitron_paired/${one.uuid}/`, { token: key })).status).toBe(404)
  })
})

describe('device keys: the simple way in', () => {
  test('a key made by the owner posts entries without a sequence; a new key, and revoking, end it', async () => {
    const { machine, asOwner } = await stage()
    const make = async () =>
      ((await asOwner('POST', `/api/venuemachine/${machine}/device_key/`)).body as { key: string }).key
    const key = await make()
    const post = (token: string, body: object) => call(app, 'POST', '/api/entry/', { token, body })
    const session_uuid = randomUUID()
    for (const current_p1_score of [1, 5, 3])
      expect((await post(key, { session_uuid, current_p1_score })).status).toBe(200)
    expect((await asOwner('GET', `/api/venuemachine/${machine}/current`)).body).toMatchObject({
      scores: [{ score: 3 }],
      settled_on: null,
    })
    const next = await make()
    expect((await post(key, { session_uuid, current_p1_score: 9 })).status).toBe(401)
    expect((await post(next, { session_uuid, current_p1_score: 9 })).status).toBe(200)
    expect((await asOwner('DELETE', `/api/venuemachine/${machine}/device_key/`)).status).toBe(204)
    expect((await post(next, { session_uuid, current_p1_score: 10 })).status).toBe(401)
  })

  test('an owner’s client that names JSON with every call, also where it sends no body, is served', async () => {
    const { machine, owner } = await stage()
    const asked = (method: 'POST' | 'DELETE', what: string) =>
      call(app, method, `/api/venuemachine/${machine}/${what}/`, {
        token: owner.token,
        headers: { 'content-type': 'application/json' },
      })
    expect((await asked('POST', 'device_key')).status).toBe(201)
    expect((await asked('DELETE', 'device_key')).status).toBe(204)
    expect((await asked('POST', 'unpair')).status).toBe(200)
    expect(await asked('POST', 'pair')).toMatchObject({ status: 400, body: { shortcode: [expect.any(String)] } })
  })

  test('every digit of a score survives JSON, as a number too', async () => {
    const { machine, asOwner } = await stage()
    const { key } = (await asOwner('POST', `/api/venuemachine/${machine}/device_key/`)).body as { key: string }
    const post = (json: string) =>
      call(app, 'POST', '/api/entry/', { token: key, body: json, headers: { 'content-type': 'application/json' } })
    expect(
      (
        await post(
          `{"session_uuid":"${randomUUID()}","current_p1_score":9007199254740993,"current_p2_score":9223372036854775807}`,
        )
      ).status,
    ).toBe(200)
    expect((await asOwner('GET', `/api/venuemachine/${machine}/current`)).body).toMatchObject({
      scores: [{ score: '9007199254740993' }, { score: '9223372036854775807' }],
    })
  })

  test.each([
    ['no session', { current_p1_score: 1 }],
    ['half a point', { session_uuid: randomUUID(), current_p1_score: 1.5 }],
    ['more than any machine counts', { session_uuid: randomUUID(), current_p1_score: '9223372036854775808' }],
  ])('an entry with %s is a 400 that names the field', async (_title, body) => {
    const { machine, asOwner } = await stage()
    const { key } = (await asOwner('POST', `/api/venuemachine/${machine}/device_key/`)).body as { key: string }
    const answer = await call(app, 'POST', '/api/entry/', { token: key, body })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body as object)[0]).toMatch(/^(session_uuid|current_p1_score)$/)
  })
})

describe('games of clients in the field', () => {
  interface Recorded {
    method: 'GET' | 'POST'
    target: string
    type: string | undefined
    body: string
  }

  /** The requests of a client, byte for byte; what stands before the first is for people. */
  const requestsOf = (file: string): Recorded[] =>
    readFileSync(path.join(serverFolder, '../e2e/fixtures', file), 'utf8')
      .split(/^### /m)
      .slice(1)
      .map((block) => {
        const [line = '', ...rest] = block.split('\n')
        const [method, target] = line.trim().split(' ') as [Recorded['method'], string]
        const end = rest.findIndex((header) => header.trim() === '')
        const header = (name: string) =>
          rest
            .slice(0, end)
            .find((text) => text.toLowerCase().startsWith(`${name}:`))
            ?.slice(name.length + 1)
            .trim()
        return {
          method,
          target,
          type: header('content-type'),
          body: rest
            .slice(end + 1)
            .join('\n')
            .slice(0, Number(header('content-length') ?? 0)),
        }
      })
  const requests = requestsOf('sdk-1.1.4-game.http.txt')

  const score = (position: number, points: number | string) => ({ position, score: points, player: null })

  test('MAC-01 SDK 1.1.4: the code that it asks for by POST pairs it', async () => {
    const { machine, uuid, stoken, asOwner } = await stage()
    const answers: string[] = []
    for (const { method, target, type, body } of requestsOf('sdk-1.1.4-pairing.http.txt')) {
      const url = target.replace(/[0-9a-f-]{36}/, uuid)
      const answer = await call(app, method, url, {
        body,
        headers: { authorization: `SToken ${stoken}`, ...(type && { 'content-type': type }) },
      })
      expect([target, answer.status]).toEqual([target, 200])
      answers.push(answer.text)
    }
    expect(answers.slice(0, 1)).toEqual(['{"unpaired":true}'])
    const { shortcode } = JSON.parse(answers.at(-1)!) as { shortcode: string }
    expect((await asOwner('POST', `/api/venuemachine/${machine}/pair/`, { shortcode })).status).toBe(200)
  })

  test.each([
    {
      client: 'a table of VPX',
      file: 'vpx-scorbitif-game.http.txt',
      modes: ['NA{green}:Rampage', 'MB2{red}:Cyber Multiball'],
      scores: [score(1, 1_500), score(2, 123_456_789), score(3, 2_500_000_000)],
      points: 5,
    },
    {
      client: 'an application of the P3',
      file: 'p3-game.http.txt',
      modes: ['MB{yellow}:Cosmic Cart'],
      scores: [score(1, 512_000), score(2, '9007199254740993')],
      points: undefined,
    },
  ])(
    'MAC-01 MAC-02 $client is paired by the link that it shows, and plays from its first call to its last',
    async ({ file, modes, scores, points }) => {
      const { machine, uuid, stoken, asOwner } = await stage({ isPublic: true })
      const shortcode = `https://scorbit.link/qrcode?$deeplink_path=maker&machineid=4419&uuid=${uuid}`
      expect((await asOwner('POST', `/api/venuemachine/${machine}/pair/`, { shortcode })).status).toBe(200)
      const seen: { game_modes: string[]; settled_on: string | null; scores: unknown }[] = []
      for (const { method, target, type, body } of requestsOf(file)) {
        const answer = await call(app, method, target, {
          body: body || undefined,
          headers: { authorization: `SToken ${stoken}`, ...(type && { 'content-type': type }) },
        })
        expect([target, answer.status, answer.text]).toEqual([target, 200, answer.text])
        if (target === '/api/entry/')
          seen.push((await asOwner('GET', `/api/venuemachine/${machine}/current/`)).body as (typeof seen)[number])
      }
      expect(seen.flatMap(({ game_modes }) => game_modes)).toEqual(modes)
      expect(seen.map(({ settled_on }) => settled_on !== null)).toEqual([
        ...Array<boolean>(seen.length - 1).fill(false),
        true,
      ])
      expect(seen.at(-1)!.scores).toEqual(scores)
      const { rows } = await sql<{ successful: boolean; timeline: unknown[] | null }>`
      select successful, timeline from games left join game_logs on game_id = id where venue_machine_id = ${machine}
    `.execute(database.db)
      expect(rows.map(({ successful, timeline }) => [successful, timeline?.length])).toEqual([[true, points]])
    },
  )

  test('MAC-01 SDK 1.1.4 plays from its first call to its last, byte for byte', async () => {
    const { machine, stoken, asOwner, pair } = await stage({ isPublic: true })
    await pair()
    const states: unknown[] = []
    for (const { method, target, type, body } of requests.slice(1)) {
      const answer = await call(app, method, target, {
        body: body || undefined,
        headers: { authorization: `SToken ${stoken}`, ...(type && { 'content-type': type }) },
      })
      expect([target, answer.status]).toEqual([target, 200])
      expect(answer.text).not.toMatch(/[:,] /)
      if (target === '/api/entry/') states.push((await asOwner('GET', `/api/venuemachine/${machine}/current/`)).body)
    }
    expect(states).toMatchObject([
      { scores: [score(1, 0)], current_player: 1, current_ball: 1, game_modes: [], settled_on: null },
      { scores: [score(1, 5000)], game_modes: ['MB{red}:Dragon Multiball'] },
      {
        scores: [score(1, 5000), score(2, 77_000)],
        current_player: 2,
        game_modes: ['MB{red}:Dragon Multiball', 'NA:King Tut x2 bonus'],
      },
      {
        scores: [score(1, 1_234_560), score(2, 77_000)],
        current_player: 1,
        current_ball: 2,
        game_modes: [],
        settled_on: null,
      },
      { scores: [score(1, 1_234_560), score(2, 77_000)], settled_on: expect.any(String) },
    ])
    const { rows } = await sql<{
      successful: boolean
      duration_ms: number
      timeline: { time: number; scores: string[]; modes: string[] }[]
    }>`
      select successful, duration_ms, timeline from games join game_logs on game_id = id where venue_machine_id = ${machine}
    `.execute(database.db)
    expect(rows).toMatchObject([{ successful: true, duration_ms: 2802 }])
    expect(rows[0]!.timeline).toHaveLength(5)
    expect(rows[0]!.timeline[2]).toEqual({
      time: 1795190280,
      scores: ['5000', '77000'],
      player: 2,
      ball: 1,
      modes: ['MB{red}:Dragon Multiball', 'NA:King Tut x2 bonus'],
    })

    const top = await asOwner('GET', `/api/venuemachine/${machine}/top_scores/?score=100000`)
    expect(top.body).toMatchObject({
      results: [
        { rank: 1, score: 1_234_560, player: null },
        { rank: 2, score: 77_000 },
      ],
      rank: 2,
    })
  })

  test('the newest /installed/ is remembered', async () => {
    const { machine, device, pair } = await stage()
    await pair()
    await device('POST', '/api/installed/', 'version=1.1.4&type=sdk&installed=true')
    await device('POST', '/api/installed/', 'version=1.1.5&type=sdk&installed=true')
    const installs = await sql<{ type: string; version: string }>`
      select type, version from device_installs i join devices d on d.id = i.device_id where d.venue_machine_id = ${machine}
    `.execute(database.db)
    expect(installs.rows).toEqual([{ type: 'sdk', version: '1.1.5' }])
  })

  test('RUN-05 the logs of all machines of an owner have so many bytes a day; others are not held up', async () => {
    const { db } = database
    const devices = new Devices(db, games, () => now)
    const limited = await buildTestApp(db, [
      devicesRoutes({ db, devices, games }),
      ownedDevicesRoutes({ db, devices, testGames: new TestGames({ db, games, onError: console.error }) }),
    ])
    const [owner, other] = [await stage(), await stage()]
    const send = async ({ asOwner, machine }: typeof owner, log: string) => {
      const { key } = (await asOwner('POST', `/api/venuemachine/${machine}/device_key/`)).body as { key: string }
      return (
        await call(limited, 'POST', '/api/session_log/', {
          token: key,
          ...(await makeUpload({ uuid: randomUUID(), log_file: new File([log], 'log.csv') })),
        })
      ).status
    }
    await new SharedLimit({ db, name: 'bytes of logs' }, 200_000_000, 86_400_000).count(
      String(owner.owner.id),
      199_999_980,
    )
    const short = 'time,p1\n1,5\n'
    expect([
      await send(owner, short),
      await send({ ...owner, machine: await makeVenueMachine(db, owner.owner.id) }, short),
      await send(other, short),
    ]).toEqual([200, 429, 200])
    await limited.close()
  })

  test('a log that is too large is refused with 413, one that is none with 400', async () => {
    const { stoken, pair } = await stage()
    await pair()
    const send = async (log: string) => {
      const payload = new FormData()
      payload.set('log_file', new Blob([log]), 'log.csv')
      payload.set('uuid', randomUUID())
      const request = new Request('http://host/', { method: 'POST', body: payload })
      const headers = { authorization: `SToken ${stoken}`, 'content-type': request.headers.get('content-type')! }
      return call(app, 'POST', '/api/session_log/', { body: Buffer.from(await request.arrayBuffer()), headers })
    }
    expect((await send('x'.repeat(3 * 1024 * 1024))).status).toBe(413)
    expect(await send('hello')).toMatchObject({ status: 400, body: { log_file: [expect.any(String)] } })
    expect((await send('time,p1\n1,5\n')).status).toBe(200)
  })

  test('an upload that cannot be read is refused with 400', async () => {
    const { stoken, pair } = await stage()
    await pair()
    const field = 'Content-Disposition: form-data; name="log_file"'
    for (const [type, body] of [
      ['multipart/form-data', 'no boundary'],
      ['multipart/form-data; boundary=x', 'no multipart'],
      ['multipart/form-data; boundary=x', `--x\r\n${field}\r\n\r\nbreaks off`],
      ['multipart/form-data; boundary=x', `--x\r\n${field}; filename="a"\r\n\r\nbreaks off`],
    ] as const) {
      const headers = { authorization: `SToken ${stoken}`, 'content-type': type }
      expect(await call(app, 'POST', '/api/session_log/', { body, headers })).toMatchObject({
        status: 400,
        body: { non_field_errors: ['The upload could not be read'] },
      })
    }
  })
})

describe('who sees what is played', () => {
  // Who else may is a table of its own: authorisation.test.ts.
  test('API-04 a machine of a private board is for its device, too, and not for the key of another board', async () => {
    const shown = await stage({ isPublic: true })
    const { machine, device, pair } = await stage({ isPublic: false })
    await pair()
    await device('POST', '/api/entry/', entryOf({}))
    for (const what of ['current', 'top_scores/']) {
      const url = `/api/venuemachine/${machine}/${what}`
      expect((await call(app, 'GET', `${url}?key=${shown.board!.viewerKey}`)).status).toBe(404)
      expect((await device('GET', url)).status).toBe(200)
    }
  })

  test('VSB-09 hot: in progress, heard within 60 s, shown by a public board, the most active machine first', async () => {
    now += 3_600_000
    const [busy, calm, silent, over, hidden] = await Promise.all([
      stage({ isPublic: true }),
      stage({ isPublic: true }),
      stage({ isPublic: true }),
      stage({ isPublic: true }),
      stage({ isPublic: false }),
    ])
    for (const { pair } of [busy, calm, silent, over, hidden]) await pair()
    await silent.device('POST', '/api/entry/', entryOf({}))
    now += 50_000
    for (const { device } of [calm, hidden, busy, busy, over]) await device('POST', '/api/entry/', entryOf({}))
    await over.device('GET', '/api/heartbeat/?session_active=false')
    const hot = async () =>
      (
        (await call(app, 'GET', '/api/venuemachine_hot')).body as {
          results: { id: number; venue: object; machine: object }[]
        }
      ).results
    now += 10_000
    expect((await hot()).map(({ id }) => id)).toEqual([busy.machine, calm.machine, silent.machine])
    now += 3_000
    expect((await hot()).map(({ id }) => id)).toEqual([busy.machine, calm.machine])
    expect((await hot())[0]).toEqual({
      id: busy.machine,
      venue: { id: expect.any(Number), name: expect.any(String) },
      machine: { id: expect.any(Number), name: expect.any(String), display: 'dot-matrix', player_count: 4 },
      user_roles: [expect.any(Object)],
    })
    expect(JSON.stringify(await hot())).not.toContain('@')
    // A heartbeat is a sign of life, although it is not written at once.
    now += 55_000
    await busy.device('GET', '/api/heartbeat/?session_active=true')
    now += 6_000
    expect((await hot()).map(({ id }) => id)).toEqual([busy.machine])
    // Nor does a test game count here.
    await calm.device(
      'POST',
      '/api/entry/',
      entryOf({ session_uuid: testSessionMark + randomUUID().replaceAll('-', '').slice(testSessionMark.length) }),
    )
    now += 3_000
    expect((await hot()).map(({ id }) => id)).toEqual([busy.machine])
  })
})

test('a pair code has six characters that are not taken for others', () => {
  for (let attempt = 0; attempt < 200; attempt += 1) expect(newPairCode()).toMatch(/^[ACDEFGHJKMNPQRTWXY34679]{6}$/)
})
