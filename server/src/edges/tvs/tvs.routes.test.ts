import type { Tv, TvPairing, TvState } from '@multiball/shared/schema'
import { tvCodeLetters } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { boardRoutes } from '../../core/boards/boards.routes'
import { builtInKinds } from '../../core/boards/kinds'
import { BoardChanges } from '../../core/boards/changes'
import { hashOf } from '../../ground/http/actors'
import {
  buildTestApp,
  call,
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeSlideshow,
  makeStreamboard,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { tidy } from '../../tidy'
import { Tvs } from './tvs.service'
import { tvsRoutes } from './tvs.routes'

const database = useTestDatabase()
let app: FastifyInstance
let tvs: Tvs
/** another process on the same database */
let otherProcess: Tvs
let owner: Awaited<ReturnType<typeof makeUser>>
let other: Awaited<ReturnType<typeof makeUser>>
let machine: number
let board: { id: number; viewerKey: string }
let now = Date.now()

beforeAll(async () => {
  const { db } = database
  const changes = new BoardChanges()
  const rest = { db, publicUrl: 'https://multiball.example', now: () => now }
  // What is heard here, is heard without looking again.
  tvs = new Tvs({ ...rest, changes, waiting: { lookEveryMs: 600_000 } })
  otherProcess = new Tvs({ ...rest, changes: new BoardChanges(), waiting: { lookEveryMs: 20 } })
  app = await buildTestApp(db, [tvsRoutes({ tvs }), boardRoutes(builtInKinds.scoreboard, { db, changes })], {
    isLimited: false,
  })
  owner = await makeUser(db)
  other = await makeUser(db)
  machine = await makeVenueMachine(db, owner.id)
  board = await makeScoreboard(db, owner.id, { venueMachineIds: [machine], title: 'Lobby wall' })
})
beforeEach(() => {
  now = Date.now()
})
afterAll(async () => {
  await tvs.close()
  await otherProcess.close()
  await app.close()
})

const as = ({ token }: { token: string }) => ({ token })
const tvHeaders = (token: string) => ({ headers: { authorization: `TvToken ${token}` } })
const showCode = async (token?: string) =>
  (await call(app, 'POST', '/api/tv/code/', token === undefined ? {} : tvHeaders(token))).body as TvPairing
const ask = (token: string, version?: string) =>
  call(app, 'GET', `/api/tv/state/${version ? `?version=${version}` : ''}`, tvHeaders(token))
const stateOf = async (token: string, version?: string) => (await ask(token, version)).body as TvState
const input = (fields: object = {}) => ({ name: 'Bar left', board: { type: 'scoreboard', id: board.id }, ...fields })
const pair = (code: string, fields: object = {}, who = owner) =>
  call(app, 'POST', '/api/tv/', { ...as(who), body: { code, ...input(fields) } })
const pairedTv = async (fields: object = {}) => {
  const { code, token } = await showCode()
  const { status, body } = await pair(code, fields)
  expect(status).toBe(201)
  return { token, tv: body as Tv }
}

test('a TV gets a code that can be read from across a room, and where to type it', async () => {
  const answer = await call(app, 'POST', '/api/tv/code/')
  expect(answer.status).toBe(201)
  const { code, token, expires_in, pair_url } = answer.body as TvPairing
  expect(code).toMatch(new RegExp(`^[${tvCodeLetters}]{6}$`))
  expect(token).toHaveLength(43)
  expect(expires_in).toBe(600)
  expect(pair_url).toBe(`https://multiball.example/displays?code=${code}`)
  expect(await stateOf(token)).toMatchObject({ type: 'unpaired' })
  // Only its hash is kept.
  const kept = await database.db
    .selectFrom('tv_pairings')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(kept.token_hash).toEqual(hashOf(token))
})

test.each([
  ['/tv', '/viewer/tv'],
  ['/tv?dim=22:00-07:00&claim=1', '/viewer/tv?dim=22:00-07:00&claim=1'],
])('%s leads to the page for TVs, with the settings of the screen', async (url, expected) => {
  const { statusCode, headers } = await app.inject({ url })
  expect([statusCode, headers.location]).toEqual([302, expected])
})

test('from the code on the TV is the owner’s, and shows the board', async () => {
  const { code, token } = await showCode()
  const { status, body } = await pair(`${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`)
  expect(status).toBe(201)
  const tv = body as Tv
  expect(tv).toEqual({
    id: expect.any(Number),
    name: 'Bar left',
    board: { type: 'scoreboard', id: board.id, title: 'Lobby wall' },
    is_online: false,
    last_seen_at: null,
    is_shown: false,
    screen: { dim: null, safe_percent: null, claim_codes: true },
  })
  expect(await stateOf(token)).toMatchObject({
    type: 'paired',
    name: 'Bar left',
    board: { type: 'scoreboard', id: board.id },
    reloads: 0,
    identifies: 0,
  })
  expect((await call(app, 'GET', '/api/tv/', as(owner))).body).toMatchObject({
    results: expect.arrayContaining([{ ...tv, is_online: true, last_seen_at: new Date(now).toISOString() }]),
  })
  // A code is good for one, and sent again, since the answer was lost, leads to that one.
  expect((await pair(code, {}, other)).body).toEqual({ code: ['No TV shows this code'] })
  expect(await pair(code)).toMatchObject({ status: 201, body: { id: tv.id, name: 'Bar left' } })
  expect((await call(app, 'POST', '/api/tv/code/', tvHeaders(token))).status).toBe(409)
})

test('a board of each type can be on a TV', async () => {
  const { db } = database
  const items = [{ type: 'scoreboard' as const, id: board.id }]
  const made = {
    scoreboard: board,
    leaderboard: await makeLeaderboard(db, owner.id, { venueMachineIds: [machine] }),
    comboboard: await makeComboboard(db, owner.id, { items }),
    slideshow: await makeSlideshow(db, owner.id, { items }),
    streamboard: await makeStreamboard(db, owner.id, { scoreboardIds: [board.id] }),
  }
  const { token, tv } = await pairedTv()
  for (const [type, { id }] of Object.entries(made)) {
    const { status, body } = await call(app, 'PUT', `/api/tv/${tv.id}/`, {
      ...as(owner),
      body: input({ board: { type, id } }),
    })
    expect([status, body]).toMatchObject([200, { board: { type, id } }])
    expect(await stateOf(token)).toMatchObject({ board: { type, id } })
  }
})

describe('what a TV may show', () => {
  test('CLM-03 a board of its owner comes with its key, a public one too: the TV is one that its owner vouches for', async () => {
    const hidden = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic: false })
    const { token } = await pairedTv({ board: { type: 'scoreboard', id: hidden.id } })
    expect(await stateOf(token)).toMatchObject({ board: { type: 'scoreboard', id: hidden.id, key: hidden.viewerKey } })
    const open = await pairedTv()
    expect(await stateOf(open.token)).toMatchObject({
      board: { type: 'scoreboard', id: board.id, key: board.viewerKey },
    })
  })

  test('another’s board while it is public, without a key', async () => {
    const { db } = database
    const theirs = await makeScoreboard(db, other.id, { venueMachineIds: [await makeVenueMachine(db, other.id)] })
    const { token, tv } = await pairedTv({ board: { type: 'scoreboard', id: theirs.id } })
    expect(await stateOf(token)).toMatchObject({ board: { id: theirs.id } })
    await db.updateTable('boards').set({ is_public: false }).where('id', '=', theirs.id).execute()
    expect(await stateOf(token)).toMatchObject({ board: null })
    expect((await call(app, 'GET', `/api/tv/${tv.id}/`, as(owner))).body).toMatchObject({ board: null })
  })

  test.each(['a missing one', 'one of an unknown type', 'another’s private one'])('not %s', async (which) => {
    const { db } = database
    const theirs = await makeScoreboard(db, other.id, {
      venueMachineIds: [await makeVenueMachine(db, other.id)],
      isPublic: false,
    })
    const id = which === 'a missing one' ? 987_654 : theirs.id
    const { code, token } = await showCode()
    const type = which === 'one of an unknown type' ? 'clock' : 'scoreboard'
    const refused = await pair(code, { board: { type, id } })
    expect([refused.status, refused.body]).toEqual([400, { board: ['There is no such board, or you may not see it'] }])
    // The code is still there to be typed.
    expect(await stateOf(token)).toMatchObject({ type: 'unpaired' })
    const { tv } = await pairedTv()
    expect(
      (await call(app, 'PUT', `/api/tv/${tv.id}/`, { ...as(owner), body: input({ board: { type, id } }) })).status,
    ).toBe(400)
  })
})

test.each([
  [{ code: 'K7M2X' }, { code: ['Type the six characters that the TV shows'] }],
  [{ code: undefined }, { code: ['Type the six characters that the TV shows'] }],
  [{ name: '  ' }, { name: ['Name must not be blank'] }],
  [{ board: undefined }, { board: ['Please choose a board'] }],
  [{ board: { type: 'a clock', id: 1 } }, { board: ['This value is not accepted'] }],
])('%j is refused where it belongs', async (fields, errors) => {
  const { status, body } = await pair('AAAAAA', fields)
  expect([status, body]).toEqual([400, errors])
})

describe('codes', () => {
  test('end after ten minutes, and with them the token that nobody paired', async () => {
    const { code, token } = await showCode()
    now += 10 * 60_000 - 1
    expect((await ask(token)).status).toBe(200)
    now += 1
    expect((await ask(token)).status).toBe(401)
    expect((await pair(code)).body).toEqual({ code: ['No TV shows this code'] })
  })

  test('a TV shows the next one in time, and both are good until the older one ends', async () => {
    const first = await showCode()
    now += 9 * 60_000
    const second = await showCode(first.token)
    expect(second.token).toBe(first.token)
    expect(second.code).not.toBe(first.code)
    now += 60_000
    expect((await pair(first.code)).status).toBe(400)
    expect((await pair(second.code)).status).toBe(201)
    expect(await stateOf(first.token)).toMatchObject({ type: 'paired' })
  })

  test('a token that nobody gave out is not taken over', async () => {
    expect((await showCode('made-up')).token).not.toBe('made-up')
  })

  test('of two owners who type the same TV’s codes at once, one gets it', async () => {
    const first = await showCode()
    const second = await showCode(first.token)
    const statuses = (await Promise.all([pair(first.code), pair(second.code, {}, other)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 400])
  })

  test('are removed when they are over', async () => {
    const { code } = await showCode()
    await tidy(database.db, now + 10 * 60_000 - 1)
    const left = () => database.db.selectFrom('tv_pairings').select('code').where('code', '=', code).execute()
    expect(await left()).toHaveLength(1)
    await tidy(database.db, now + 10 * 60_000 + 1)
    expect(await left()).toEqual([])
  })

  test('are not to be guessed: an account has 20 attempts a minute', async () => {
    const limited = await buildTestApp(database.db, [tvsRoutes({ tvs })])
    const guess = async (who: typeof owner, url = '/api/tv/') =>
      (await call(limited, 'POST', url, { ...as(who), body: { code: 'AAAAAA', ...input() } })).status
    const { tv } = await pairedTv()
    for (const url of ['/api/tv/', `/api/tv/${tv.id}/pair/`]) {
      const statuses = []
      for (let attempt = 0; attempt < 21; attempt += 1) statuses.push(await guess(owner, url))
      expect(statuses).toEqual([...Array<number>(20).fill(400), 429])
    }
    expect(await guess(other)).toBe(400)
    await limited.close()
  })
})

describe('controlling', () => {
  test('a TV that waits hears of another board at once', async () => {
    const next = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
    const { token, tv } = await pairedTv()
    const { version } = await stateOf(token)
    const waiting = stateOf(token, version)
    await call(app, 'PUT', `/api/tv/${tv.id}/`, {
      ...as(owner),
      body: input({ name: 'Bar right', board: { type: 'scoreboard', id: next.id } }),
    })
    expect(await waiting).toMatchObject({ name: 'Bar right', board: { id: next.id } })
  })

  test.each([
    ['reload', { reloads: 1, identifies: 0 }],
    ['identify', { reloads: 0, identifies: 1 }],
  ])('%s is counted, so that it is done once', async (step, counts) => {
    const { token, tv } = await pairedTv()
    const { version } = await stateOf(token)
    const waiting = stateOf(token, version)
    expect((await call(app, 'POST', `/api/tv/${tv.id}/${step}/`, as(owner))).status).toBe(204)
    expect(await waiting).toMatchObject(counts)
  })

  test('a TV that is let go loses its token, and its codes', async () => {
    const { code, token } = await showCode()
    const tv = (await pair(code)).body as Tv
    const { version } = await stateOf(token)
    const waiting = ask(token, version)
    expect((await call(app, 'DELETE', `/api/tv/${tv.id}/`, as(owner))).status).toBe(204)
    expect((await waiting).status).toBe(401)
    expect((await call(app, 'GET', `/api/tv/${tv.id}/`, as(owner))).status).toBe(404)
    for (const who of [owner, other]) expect((await pair(code, {}, who)).status).toBe(400)
  })

  test('a board that is deleted leaves the TV, which hears of it', async () => {
    const gone = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
    const { token, tv } = await pairedTv({ board: { type: 'scoreboard', id: gone.id } })
    const { version } = await stateOf(token)
    const waiting = stateOf(token, version)
    expect((await call(app, 'DELETE', `/api/scoreboard/${gone.id}/`, as(owner))).status).toBe(204)
    expect(await waiting).toMatchObject({ type: 'paired', board: null })
    expect((await call(app, 'GET', `/api/tv/${tv.id}/`, as(owner))).body).toMatchObject({
      name: 'Bar left',
      board: null,
    })
  })

  test('a renewed key reaches the TV', async () => {
    const hidden = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic: false })
    const { token } = await pairedTv({ board: { type: 'scoreboard', id: hidden.id } })
    const { version } = await stateOf(token)
    const waiting = stateOf(token, version)
    const { key } = (await call(app, 'POST', `/api/scoreboard/${hidden.id}/viewer_key/`, as(owner))).body as {
      key: string
    }
    expect(await waiting).toMatchObject({ board: { key } })
  })

  test('what another process changes is heard too', async () => {
    const { token, tv } = await pairedTv()
    const { version } = await stateOf(token)
    const waiting = otherProcess.state(token, version, () => {})
    expect((await call(app, 'POST', `/api/tv/${tv.id}/identify/`, as(owner))).status).toBe(204)
    expect(await waiting).toMatchObject({ identifies: 1 })
  })
})

test('a TV that lost its storage gets its place back by a new code; the old token is worth nothing', async () => {
  const { token, tv } = await pairedTv({ name: 'Window' })
  const fresh = await showCode()
  const { status, body } = await call(app, 'POST', `/api/tv/${tv.id}/pair/`, {
    ...as(owner),
    body: { code: fresh.code },
  })
  expect([status, body]).toMatchObject([200, { id: tv.id, name: 'Window', board: { id: board.id } }])
  expect(await stateOf(fresh.token)).toMatchObject({ type: 'paired', name: 'Window', board: { id: board.id } })
  expect((await ask(token)).status).toBe(401)
  // Sent again, since the answer was lost; but it is no new TV, and none of another place.
  expect(await call(app, 'POST', `/api/tv/${tv.id}/pair/`, { ...as(owner), body: { code: fresh.code } })).toMatchObject(
    { status: 200, body: { id: tv.id, is_online: true } },
  )
  expect((await pair(fresh.code, {}, other)).status).toBe(400)
  const elsewhere = (await pairedTv()).tv
  expect(
    (await call(app, 'POST', `/api/tv/${elsewhere.id}/pair/`, { ...as(owner), body: { code: fresh.code } })).body,
  ).toEqual({ code: ['No TV shows this code'] })
  // Another owner's TV is none: his code stays with the TV that shows it.
  const third = await showCode()
  expect((await call(app, 'POST', `/api/tv/${tv.id}/pair/`, { ...as(other), body: { code: third.code } })).status).toBe(
    404,
  )
  expect(await stateOf(third.token)).toMatchObject({ type: 'unpaired' })
})

test('last seen is noted every half minute, and a TV that fell silent is offline after a minute', async () => {
  const { token, tv } = await pairedTv()
  const read = async () => (await call(app, 'GET', `/api/tv/${tv.id}/`, as(owner))).body as Tv
  const start = now
  await ask(token)
  now = start + 29_000
  await ask(token)
  expect(await read()).toMatchObject({ is_online: true, last_seen_at: new Date(start).toISOString() })
  now = start + 31_000
  await ask(token)
  expect(await read()).toMatchObject({ is_online: true, last_seen_at: new Date(start + 31_000).toISOString() })
  now = start + 31_000 + 59_999
  expect((await read()).is_online).toBe(true)
  now = start + 31_000 + 60_000
  expect((await read()).is_online).toBe(false)
})

test.each([{}, { authorization: 'TvToken nobody-has-this' }, { authorization: 'Token x' }])(
  'nothing is said to %j',
  async (headers) => {
    expect((await call(app, 'GET', '/api/tv/state/', { headers: headers as Record<string, string> })).status).toBe(401)
  },
)

test('a list is one’s own, by name, in pages', async () => {
  const lister = await makeUser(database.db)
  const shown = await makeScoreboard(database.db, lister.id, {
    venueMachineIds: [await makeVenueMachine(database.db, lister.id)],
  })
  for (const name of ['window', 'Bar', 'Door']) {
    const { code } = await showCode()
    await pair(code, { name, board: { type: 'scoreboard', id: shown.id } }, lister)
  }
  const { body } = await call(app, 'GET', '/api/tv/?limit=2', as(lister))
  expect(body).toMatchObject({
    count: 3,
    next: '/api/tv/?limit=2&offset=2',
    results: [{ name: 'Bar' }, { name: 'Door' }],
  })
})

test('TON-06 its owner learns that a TV shows what it was told', async () => {
  const { token, tv } = await pairedTv()
  const isShown = async () => ((await call(app, 'GET', `/api/tv/${tv.id}/`, as(owner))).body as Tv).is_shown
  expect(tv.is_shown).toBe(false)
  const { version } = await stateOf(token)
  expect(await isShown()).toBe(false)
  const waiting = stateOf(token, version)
  while (!(await isShown())) await new Promise(setImmediate)
  await call(app, 'PUT', `/api/tv/${tv.id}/`, { ...as(owner), body: input({ name: 'Bar right' }) })
  expect(await isShown()).toBe(false)
  expect((await waiting).version).not.toBe(version)
})

test('TON-08 the TVs of a machine are those whose board shows it, also within another board', async () => {
  const { db } = database
  const lister = await makeUser(db)
  const [here, elsewhere] = [await makeVenueMachine(db, lister.id), await makeVenueMachine(db, lister.id)]
  const direct = await makeScoreboard(db, lister.id, { venueMachineIds: [here] })
  const apart = await makeScoreboard(db, lister.id, { venueMachineIds: [elsewhere] })
  const grid = await makeComboboard(db, lister.id, {
    items: [
      { type: 'scoreboard', id: direct.id },
      { type: 'scoreboard', id: apart.id },
    ],
  })
  for (const [name, type, id] of [
    ['Direct', 'scoreboard', direct.id],
    ['Grid', 'comboboard', grid.id],
    ['Apart', 'scoreboard', apart.id],
  ] as const) {
    await pair((await showCode()).code, { name, board: { type, id } }, lister)
  }
  const namesAt = async (machineId: number, who: { token: string }) =>
    ((await call(app, 'GET', `/api/tv/?venuemachine=${machineId}`, as(who))).body as { results: Tv[] }).results.map(
      ({ name }) => name,
    )
  expect(await namesAt(here, lister)).toEqual(['Direct', 'Grid'])
  expect(await namesAt(elsewhere, lister)).toEqual(['Apart', 'Grid'])
  expect(await namesAt(here, other)).toEqual([])
  expect((await call(app, 'GET', '/api/tv/?venuemachine=x', as(lister))).status).toBe(400)
})

describe('TON-09 the screen of a TV', () => {
  const screen = { dim: { from: '22:00', until: '07:00', level: 20 }, safe_percent: 3, claim_codes: true }

  test('has claim codes at first, is set by its owner, told to the TV, and stays when something else is changed', async () => {
    const { token, tv } = await pairedTv()
    expect(await stateOf(token)).toMatchObject({ screen: { claim_codes: true } })
    const put = await call(app, 'PUT', `/api/tv/${tv.id}/`, { ...as(owner), body: input({ screen }) })
    expect(put.body).toMatchObject({ screen })
    expect(await stateOf(token)).toMatchObject({ screen })
    const renamed = await call(app, 'PUT', `/api/tv/${tv.id}/`, { ...as(owner), body: input({ name: 'Window' }) })
    expect(renamed.body).toMatchObject({ name: 'Window', screen })
  })

  test.each([
    [{ dim: { from: '25:00', until: '07:00', level: 20 } }],
    [{ dim: { from: '07:00', until: '07:00', level: 20 } }],
    [{ dim: { from: '22:00', until: '07:00', level: 0 } }],
    [{ safe_percent: 11 }],
    [{ claim_codes: 'yes' }],
    [{ sound: { volume: 'deafening', quiet: null } }],
    [{ sound: { volume: 'low', quiet: { from: '22:00', until: '22:00' } } }],
  ])('is refused with %j', async (wrong) => {
    const { tv } = await pairedTv()
    expect(
      (await call(app, 'PUT', `/api/tv/${tv.id}/`, { ...as(owner), body: input({ screen: { ...screen, ...wrong } }) }))
        .status,
    ).toBe(400)
  })
})

describe('the sound of a TV', () => {
  const put = async ({ id }: Tv, screen: object) =>
    (await call(app, 'PUT', `/api/tv/${id}/`, { ...as(owner), body: input({ screen }) })).body as Tv
  const attempt = ({ id }: Tv, volume: string) =>
    call(app, 'POST', `/api/tv/${id}/sound/`, { ...as(owner), body: { volume } })
  const report = async (token: string, is_forbidden: unknown) =>
    (await call(app, 'POST', '/api/tv/sound/', { ...tvHeaders(token), body: { is_forbidden } })).status
  const read = async ({ id }: Tv) => (await call(app, 'GET', `/api/tv/${id}/`, as(owner))).body as Tv

  test('SND-01 is set by its owner and told to the TV; a screen that is sent without it leaves it as it is', async () => {
    const { token, tv } = await pairedTv()
    const screen = { dim: null, safe_percent: null, claim_codes: true }
    const sound = { volume: 'medium', quiet: { from: '22:00', until: '08:00' } }
    expect(await put(tv, { ...screen, sound })).toMatchObject({ screen: { ...screen, sound } })
    expect(await put(tv, { ...screen, claim_codes: false })).toMatchObject({ screen: { claim_codes: false, sound } })
    expect(await stateOf(token)).toMatchObject({ screen: { sound } })
    expect(await put(tv, { ...screen, sound: null })).toMatchObject({ screen: { sound: null } })
  })

  test('SND-04 is tried at any volume: the TV that waits hears of each trial at once', async () => {
    const { token, tv } = await pairedTv()
    const before = await stateOf(token)
    expect(before).not.toHaveProperty('sound_trial')
    const waiting = stateOf(token, before.version)
    expect((await attempt(tv, 'high')).status).toBe(204)
    expect(await waiting).toMatchObject({ sound_trial: { count: 1, volume: 'high' } })
    await attempt(tv, 'low')
    expect(await stateOf(token)).toMatchObject({ sound_trial: { count: 2, volume: 'low' } })
    expect(await attempt(tv, 'off')).toMatchObject({ status: 400 })
  })

  test('SND-05 a TV says whether its browser forbids it, which its owner reads until another TV takes its place', async () => {
    const { token, tv } = await pairedTv()
    expect(await read(tv)).not.toHaveProperty('is_sound_forbidden')
    expect(await report(token, true)).toBe(204)
    expect(await read(tv)).toMatchObject({ is_sound_forbidden: true })
    expect(await report(token, false)).toBe(204)
    expect(await read(tv)).toMatchObject({ is_sound_forbidden: false })
    expect(await report(token, 'yes')).toBe(400)
    expect(await report('nobody-has-this', true)).toBe(401)
    const { code } = await showCode()
    await call(app, 'POST', `/api/tv/${tv.id}/pair/`, { ...as(owner), body: { code } })
    expect(await read(tv)).not.toHaveProperty('is_sound_forbidden')
  })
})

describe('following a board', () => {
  const follow = (ids: number[], fields: object = {}, who = owner) =>
    call(app, 'POST', '/api/tv/follow/', {
      ...as(who),
      body: { tvs: ids, board: { type: 'leaderboard', id: event }, ...fields },
    })
  const shownBy = async (token: string) => ((await stateOf(token)) as { board: { type: string } }).board.type
  let event = 0
  beforeAll(async () => {
    event = (await makeLeaderboard(database.db, owner.id, { title: 'Tuesday Flip Off', isPublic: false })).id
  })

  test('BTY-47 chosen TVs show it at once, keep their own boards, and are sent back by their owner alone', async () => {
    const [one, two] = [await pairedTv(), await pairedTv()]
    const before = await stateOf(one.token)
    const waiting = ask(one.token, before.version)
    const { status, body } = await follow([one.tv.id])
    expect([status, body]).toEqual([
      200,
      {
        tvs: [
          expect.objectContaining({
            id: one.tv.id,
            board: one.tv.board,
            follows: { type: 'leaderboard', id: event, title: 'Tuesday Flip Off', since: expect.any(String) },
          }),
        ],
      },
    ])
    expect((await waiting).body).toMatchObject({ board: { type: 'leaderboard', id: event } })
    expect([await shownBy(one.token), await shownBy(two.token)]).toEqual(['leaderboard', 'scoreboard'])
    await call(app, 'POST', '/api/tv/unfollow/', { ...as(other), body: { tvs: [one.tv.id] } })
    expect(await shownBy(one.token)).toBe('leaderboard')
    await call(app, 'POST', '/api/tv/unfollow/', { ...as(owner), body: { tvs: [one.tv.id] } })
    expect(await shownBy(one.token)).toBe('scoreboard')
    expect((await call(app, 'GET', `/api/tv/${one.tv.id}/`, as(owner))).body).not.toHaveProperty('follows')
  })

  test('BTY-47 nobody controls the TVs of others, or shows what may not be seen', async () => {
    const { tv, token } = await pairedTv()
    expect(await follow([tv.id], {}, other)).toMatchObject({
      status: 400,
      body: { board: ['There is no such board, or you may not see it'] },
    })
    const open = await makeLeaderboard(database.db, other.id, { isPublic: true })
    expect(await follow([tv.id], { board: { type: 'leaderboard', id: open.id } }, other)).toMatchObject({
      status: 200,
      body: { tvs: [] },
    })
    expect(await shownBy(token)).toBe('scoreboard')
    expect((await follow([])).status).toBe(400)
  })

  test('BTY-47 a new board of its own ends it, a new name does not', async () => {
    const { tv, token } = await pairedTv()
    await follow([tv.id])
    await call(app, 'PUT', `/api/tv/${tv.id}/`, { ...as(owner), body: { name: 'Window', board: tv.board } })
    expect(await shownBy(token)).toBe('leaderboard')
    const { id } = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
    await call(app, 'PUT', `/api/tv/${tv.id}/`, {
      ...as(owner),
      body: { name: 'Window', board: { type: 'scoreboard', id } },
    })
    expect(await shownBy(token)).toBe('scoreboard')
  })

  const raw = (text: string) => sql.raw(text)
  const post = async (over_at: string, posted_at: string) => {
    await sql`delete from board_feeds`.execute(database.db)
    await sql`
      insert into board_feeds (board_type, board_id, name, key_hash, sequence, document, posted_at, over_at)
      values ('leaderboard', ${event}, 'event', '', 1, '{}', ${raw(posted_at)}, ${raw(over_at)})
    `.execute(database.db)
  }
  const followingSince = (id: number, since: string) =>
    sql`update tvs set follows_since = ${raw(since)} where id = ${id}`.execute(database.db)

  test.each([
    [
      'a while after its program said that it is over',
      { over_at: "now() - interval '11 minutes'", posted_at: 'now()' },
      '5 hours',
      'scoreboard',
    ],
    [
      'not at once, so that the result is read',
      { over_at: "now() - interval '9 minutes'", posted_at: 'now()' },
      '5 hours',
      'leaderboard',
    ],
    [
      'when its program has been silent for hours',
      { over_at: 'null', posted_at: "now() - interval '181 minutes'" },
      '5 hours',
      'scoreboard',
    ],
    [
      'not while its program speaks',
      { over_at: 'null', posted_at: "now() - interval '179 minutes'" },
      '5 hours',
      'leaderboard',
    ],
    ['after a day in any case', { over_at: 'null', posted_at: 'now()' }, '25 hours', 'scoreboard'],
  ])('BTY-48 TVs go back by themselves: %s', async (_when, { over_at, posted_at }, since, expected) => {
    const { tv, token } = await pairedTv()
    await follow([tv.id])
    await post(over_at, posted_at)
    await followingSince(tv.id, `now() - interval '${since}'`)
    expect(await shownBy(token)).toBe(expected)
  })

  test.each([
    ['was over', "now() - interval '7 days'", '11 minutes'],
    ['fell silent', 'null', '181 minutes'],
  ])(
    'BTY-48 TVs follow a board whose event of last week %s: its end counts from when they began to follow, until the next event',
    async (_how, over_at, later) => {
      const { tv, token } = await pairedTv()
      await post(over_at, "now() - interval '7 days'")
      expect((await follow([tv.id])).body).toMatchObject({ tvs: [{ follows: { title: 'Tuesday Flip Off' } }] })
      expect(await shownBy(token)).toBe('leaderboard')
      await followingSince(tv.id, `now() - interval '${later}'`)
      expect(await shownBy(token)).toBe('scoreboard')
      await post('null', 'now()')
      expect(await shownBy(token)).toBe('leaderboard')
    },
  )

  test('BTY-48 a board that is deleted leaves them with their own', async () => {
    const { tv, token } = await pairedTv()
    const gone = await makeLeaderboard(database.db, owner.id, {})
    await follow([tv.id], { board: { type: 'leaderboard', id: gone.id } })
    await sql`delete from boards where type = 'leaderboard' and id = ${gone.id}`.execute(database.db)
    expect(await shownBy(token)).toBe('scoreboard')
  })
})

describe('LOAD-01 what waiting TVs cost', () => {
  const minuteMs = 60_000

  /** TVs that ask and ask again for a minute; counts the statements from when all of them wait. */
  async function waitForAMinute(count: number) {
    let statements = 0
    let working = 0
    const counted = database.db.withPlugin({
      transformQuery: ({ node }) => ((statements += 1), (working += 1), node),
      transformResult: async ({ result }) => ((working -= 1), result),
    })
    /** The database's answers take real turns, in which no time may pass. */
    const settle = async () => {
      for (let quiet = 0; quiet < 5; quiet = working === 0 ? quiet + 1 : 0) await new Promise(setImmediate)
    }
    const states = await Promise.all(
      Array.from({ length: count }, async () => {
        const { token } = await pairedTv()
        return { token, version: (await stateOf(token)).version }
      }),
    )
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date'] })
    const waiting = new Tvs({ db: counted, changes: new BoardChanges(), publicUrl: '', now: () => now })
    let isOver = false
    let answers = 0
    const tvsThatAsk = states.map(async ({ token, version }) => {
      while (!isOver) {
        expect((await waiting.state(token, version, () => {})).version).toBe(version)
        answers += 1
      }
    })
    // The first time each is read, and notes what it shows.
    await settle()
    statements = 0
    for (let passed = 0; passed < minuteMs; passed += 1_000) {
      now += 1_000
      await jest.advanceTimersByTimeAsync(1_000)
      await settle()
    }
    isOver = true
    const result = { statements, answers }
    await waiting.close()
    await Promise.all(tvsThatAsk)
    jest.useRealTimers()
    const { rows } = await sql<{
      seen: Date
    }>`select last_seen_at as seen from tvs where token_hash = any(${states.map(({ token }) => hashOf(token))})`.execute(
      database.db,
    )
    return { ...result, isSeen: rows.every(({ seen }) => seen.getTime() > now - 25_000) }
  }

  test.each([10, 30])('%i TVs cost no more statements a minute than one each, and count as online', async (count) => {
    const { statements, answers, isSeen } = await waitForAMinute(count)
    expect(answers).toBeGreaterThanOrEqual(2 * count)
    expect(statements).toBeLessThanOrEqual(10)
    expect(isSeen).toBe(true)
  })
})
