import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BuiltInType, TokenScope } from '@multiball/shared/schema'
import { builtInTypes, tokenScopes } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import {
  findMachine,
  makeApiToken,
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeSlideshow,
  makeSlideshowImage,
  makeStreamboard,
  makeTv,
  makeTvCode,
  makeUpload,
  makeUser,
  makeVenue,
  makeVenueMachine,
  useTestDatabase,
} from './testing'
import { makeDevice, makeDeviceKey } from './testing/devices'
import { holdAnswer } from './testing/heldAnswers'
import { makeSentScore } from './testing/sentScores'
import { publishVersion, writeRegistry } from './testing/publishType'
import { snapshot } from './testing/snapshot'
import { buildWholeApp } from './testing/wholeApp'
import type { WholeApp } from './testing/wholeApp'

/*
 * Who may call what. Every call that names something by its id has a line below; a new one without a line fails.
 */

const actors = ['anonymous', 'owner', 'other', 'key', 'device', 'deviceKey', 'operator'] as const
type ActorName = (typeof actors)[number]

/** The status for each actor, in their order. */
type Statuses = readonly [number, number, number, number, number, number, number]

interface Access {
  entity: keyof typeof entities
  /** missing where there is no such thing */
  public?: Statuses
  private?: Statuses
  body?: (made: Made) => object | Promise<object>
  /** in place of a body: files by field */
  upload?: Record<string, Buffer>
}

interface Made {
  id: number
  /** opens it while it is private */
  key: string
  /** an unpaired device */
  shortcode?: string
  /** what an unpaired TV shows */
  code?: string
  /** what its owner reads of it */
  read: () => Promise<object>
}

const database = useTestDatabase()
let whole: WholeApp
let app: FastifyInstance
let owner: Awaited<ReturnType<typeof makeUser>>
let other: Awaited<ReturnType<typeof makeUser>>
let folder: string
let headers: Record<ActorName, Record<string, string>>

const missingId = 987_654_321
/** a board type of a remote */
const custom = 'taplist'

beforeAll(async () => {
  const { db } = database
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-access-'))
  const published = await publishVersion(folder, 'mf-taps', '1.0.0', custom, {
    properties: { address: { type: 'string', default: '' } },
    type: { feeds: { taps: { kind: 'posted', match_play: 'address' } }, moments: { taps: { title: 'Taps' } } },
  })
  await writeRegistry(folder, { 'mf-taps': { enabled: true, active: '1.0.0', versions: { '1.0.0': published } } })
  whole = await buildWholeApp(db, { isLimited: false }, { DEPLOY_DIR: folder })
  app = whole.app
  owner = await makeUser(db)
  other = await makeUser(db)
  const machine = await makeVenueMachine(db, owner.id)
  const device = await makeDevice(db, machine)
  headers = {
    anonymous: {},
    owner: { authorization: `Token ${owner.token}` },
    other: { authorization: `Token ${other.token}` },
    key: {},
    device: { authorization: `SToken ${device.token}` },
    deviceKey: { authorization: `Token ${await makeDeviceKey(db, machine)}` },
    operator: { authorization: `Token ${(await makeUser(db, { is_operator: true })).token}` },
  }
})
afterAll(async () => {
  await whole.close()
  await rm(folder, { recursive: true })
})

const addresses = () => [owner, other].map(({ username }) => `${username}@example.com`)

async function sendWith(given: Record<string, string>, method: string, url: string, body?: object) {
  const response = await app.inject({
    method: method as 'GET',
    url,
    headers: given,
    ...(body && { payload: body }),
  })
  holdAnswer(response.headers['x-request-id'])
  return response
}

/** Sends as an actor. No answer has another account's email in it. */
async function send(
  actor: ActorName,
  method: string,
  url: string,
  body?: object,
  contentHeaders: Record<string, string> = {},
) {
  const response = await sendWith({ ...headers[actor], ...contentHeaders }, method, url, body)
  const own = actor === 'owner' ? addresses()[0] : actor === 'other' ? addresses()[1] : undefined
  for (const address of addresses())
    if (address !== own && response.body.includes(address))
      throw new Error(`${method} ${url} tells ${actor} ${address}`)
  return response
}

const changing = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-ratelimit-limit']
const comparable = ({ statusCode, headers: given, body }: Awaited<ReturnType<typeof send>>) => ({
  statusCode,
  headers: Object.fromEntries(Object.entries(given).filter(([name]) => !changing.includes(name))),
  body,
})

/** What a line sends: its body, and the headers that say what it is. */
async function contentOf({ body, upload }: Access, made: Made): Promise<[object | undefined, Record<string, string>?]> {
  if (!upload) return [await body?.(made)]
  const files = Object.entries(upload).map(([field, bytes]) => [field, new File([bytes], `${field}.png`)])
  const form = await makeUpload(Object.fromEntries(files) as Record<string, File>)
  return [form.body, form.headers]
}

const reading = (url: string) => async () => (await send('owner', 'GET', url)).json<object>()

async function makeBoard(type: BuiltInType, isPublic: boolean): Promise<Made> {
  const { db } = database
  const machines = [await makeVenueMachine(db, owner.id), await makeVenueMachine(db, owner.id)]
  const shown = await Promise.all(
    machines.map((machine) => makeScoreboard(db, owner.id, { venueMachineIds: [machine] })),
  )
  const items = shown.map(({ id }) => ({ type: 'scoreboard' as const, id }))
  const makers = {
    scoreboard: () => makeScoreboard(db, owner.id, { isPublic, venueMachineIds: machines }),
    leaderboard: () => makeLeaderboard(db, owner.id, { isPublic, venueMachineIds: machines }),
    comboboard: () => makeComboboard(db, owner.id, { isPublic, items }),
    slideshow: () => makeSlideshow(db, owner.id, { isPublic, items }),
    streamboard: () => makeStreamboard(db, owner.id, { isPublic, scoreboardIds: [shown[0]!.id] }),
  }
  const { id, viewerKey } = await makers[type]()
  return { id, key: viewerKey, read: reading(`/api/${type}/${id}/`) }
}

/** With a game, shown by a scoreboard. */
async function makeMachine(isPublic: boolean, active = true): Promise<Made> {
  const { db } = database
  const id = await makeVenueMachine(db, owner.id)
  const { viewerKey } = await makeScoreboard(db, owner.id, { venueMachineIds: [id], isPublic })
  const posted = await app.inject({
    method: 'POST',
    url: '/api/entry/',
    headers: { authorization: `Token ${await makeDeviceKey(db, id)}` },
    payload: { session_uuid: crypto.randomUUID(), session_sequence: 1, active, current_p1_score: 1_000 },
  })
  expect(posted.statusCode).toBe(200)
  const { shortcode } = await makeDevice(db, null)
  return { id, key: viewerKey, shortcode, read: reading(`/api/venuemachine/${id}/`) }
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const newScore = () => ({ uuid: crypto.randomUUID(), score: '1,234,567', guest: 'ACE' })

/** Makes one of the owner's. */
const entities = {
  ...(Object.fromEntries(
    builtInTypes.map((type) => [type, (isPublic: boolean) => makeBoard(type, isPublic)]),
  ) as Record<BuiltInType, (isPublic: boolean) => Promise<Made>>),
  custom: async (isPublic: boolean) => {
    const made = await send('owner', 'POST', `/api/board/${custom}/`, {
      title: `Taps ${Math.random()}`,
      is_public: isPublic,
    })
    const { id, viewer_key: key } = made.json<{ id: number; viewer_key: string }>()
    return { id, key, read: reading(`/api/board/${custom}/${id}/`) }
  },
  venue: async () => {
    const id = await makeVenue(database.db, owner.id)
    return { id, key: 'no-venue-has-one', read: reading(`/api/venue/${id}/`) }
  },
  machine: (isPublic: boolean) => makeMachine(isPublic),
  /** such a machine, on which nobody plays any more */
  restingMachine: (isPublic: boolean) => makeMachine(isPublic, false),
  /** on such a machine */
  game: async (isPublic: boolean) => {
    const machine = await makeMachine(isPublic)
    const { id } = await database.db
      .selectFrom('games')
      .select('id')
      .where('venue_machine_id', '=', machine.id)
      .executeTakeFirstOrThrow()
    return { id, key: machine.key, read: reading(`/api/game/${id}/timeline/`) }
  },
  /** a score that was added to such a machine */
  addedScore: async (isPublic: boolean) => {
    const machine = await makeMachine(isPublic)
    const added = await send('owner', 'POST', `/api/venuemachine/${machine.id}/score/`, newScore())
    const { id } = added.json<{ id: number }>()
    return { id, key: machine.key, read: reading(`/api/game/${id}/timeline/`) }
  },
  /** a machine whose owner wants its link for guests on walls */
  guestMachine: async (isPublic: boolean) => {
    const machine = await makeMachine(isPublic)
    await send('owner', 'PUT', `/api/venuemachine/${machine.id}/guest_scores/`, { mode: 'ask' })
    const { venue } = (await machine.read()) as { venue: { id: number } }
    await send('owner', 'PATCH', `/api/venue/${venue.id}/guest_scores/`, { on_walls: true })
    return machine
  },
  /** with a photo, sent to such a machine */
  sentScore: async () => {
    const { id } = await makeMachine(false)
    return {
      id: await makeSentScore(database.db, owner.id, id, { photo: onePixel }),
      key: 'no-score-has-one',
      read: reading('/api/waiting_score/'),
    }
  },
  /** a score with a photo, accepted at such a machine */
  photographedScore: async (isPublic: boolean) => {
    const machine = await makeMachine(isPublic)
    const sent = await makeSentScore(database.db, owner.id, machine.id, { photo: onePixel })
    const decided = await send('owner', 'POST', '/api/waiting_score/decide/', { ids: [sent], accept: true })
    const id = decided.json<{ results: [{ game: number }] }>().results[0].game
    return { id, key: machine.key, read: reading(`/api/game/${id}/timeline/`) }
  },
  image: async (isPublic: boolean) => {
    const { db } = database
    const { id } = await makeSlideshowImage(db, owner.id)
    const board = await makeScoreboard(db, owner.id, { venueMachineIds: [await makeVenueMachine(db, owner.id)] })
    const items = [
      { type: 'slideshowimage' as const, id },
      { type: 'scoreboard' as const, id: board.id },
    ]
    const { viewerKey } = await makeSlideshow(db, owner.id, { isPublic, items })
    return { id, key: viewerKey, read: reading(`/api/slideshow_image/${id}/`) }
  },
  user: async () => ({ id: owner.id, key: 'no-user-has-one', read: reading(`/api/user/${owner.id}/`) }),
  operator: async () => {
    const { id } = await makeUser(database.db, { is_operator: true })
    return { id, key: 'no-operator-has-one', read: async () => ({}) }
  },
  reviewLink: async () => {
    const { id } = await database.db
      .insertInto('review_links')
      .values({
        remote: 'mf-xy',
        version: '1.0.0',
        made_rev: 1,
        made_by: 'maria',
        expires_at: new Date(Date.now() + 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, key: 'no-link-has-one', read: async () => ({}) }
  },
  tv: async () => {
    const { db } = database
    const { id: scoreboardId } = await makeScoreboard(db, owner.id, {
      venueMachineIds: [await makeVenueMachine(db, owner.id)],
    })
    const { id } = await makeTv(db, owner.id, { scoreboardId })
    const { code } = await makeTvCode(db)
    return { id, key: 'no-tv-has-one', code, read: reading(`/api/tv/${id}/`) }
  },
  bridge: async () => {
    const { id } = await database.db
      .insertInto('bridges')
      .values({ venue_id: await makeVenue(database.db, owner.id), hash: randomBytes(32), name: 'Vector boards' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, key: 'no-bridge-has-one', read: reading('/api/bridge/') }
  },
  hook: async () => {
    const made = await send('owner', 'POST', '/api/hook/', {
      venue: await makeVenue(database.db, owner.id),
      url: 'https://example.com/hook',
    })
    const { id } = made.json<{ id: number }>()
    return { id, key: 'no-hook-has-one', read: reading(`/api/hook/${id}/`) }
  },
  apiToken: async () => {
    await makeApiToken(database.db, owner.id, ['read'])
    const { id } = await database.db
      .selectFrom('api_tokens')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return { id, key: 'no-token-has-one', read: reading('/api/token/') }
  },
  login: async () => {
    const { id } = await database.db
      .insertInto('tokens')
      .values({ hash: randomBytes(32), user_id: owner.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, key: 'no-login-has-one', read: reading('/api/account/logins/') }
  },
  ownTitle: async () => {
    const values = { name: `Own ${Math.random()}`, manufacturer: 'Nova', year: null, owner_id: owner.id }
    const { id } = await database.db.insertInto('machines').values(values).returning('id').executeTakeFirstOrThrow()
    return { id, key: 'no-title-has-one', read: reading(`/api/machines/${id}/`) }
  },
  title: async () => ({ id: await findMachine(database.db), key: 'no-title-has-one', read: async () => ({}) }),
} satisfies Record<string, (isPublic: boolean) => Promise<Made>>

const everybody = (status: number): Statuses => [status, status, status, status, status, status, status]
/** who has the link sees it */
const byKey = (status: number): Statuses => [404, status, 404, status, 404, 404, 404]
/** a private board does not exist for others, a public one is not theirs */
const ownersOfBoard = (status: number) =>
  ({ public: [401, status, 403, 401, 401, 401, 403], private: [401, status, 404, 401, 401, 401, 404] }) as const
const ownersAlone = (status: number) =>
  ({ public: [401, status, 404, 401, 401, 401, 404], private: [401, status, 404, 401, 401, 401, 404] }) as const
/** not even of their own account: it is the server's */
const operatorsAlone = (status: number) => ({ private: [401, 403, 403, 401, 401, 401, status] }) as const

const boardCalls = (type: BuiltInType | 'custom'): Record<string, Access> => {
  const item = type === 'custom' ? '/api/board/:type/:id/' : `/api/${type}/:id/`
  const readers = { entity: type, public: everybody(200), private: byKey(200) }
  return {
    [`GET ${item}`]: readers,
    ...(type !== 'slideshow' && { [`GET ${item}bootstrap/`]: readers, [`GET ${item}scores/`]: readers }),
    [`PUT ${item}`]: {
      entity: type,
      ...ownersOfBoard(200),
      body: async ({ read }) => ({ ...(await read()), title: `Put ${Math.random()}` }),
    },
    [`PATCH ${item}`]: { entity: type, ...ownersOfBoard(200), body: () => ({ title: `Patched ${Math.random()}` }) },
    [`DELETE ${item}`]: { entity: type, ...ownersOfBoard(204) },
    [`GET ${item}used_by/`]: { entity: type, ...ownersOfBoard(200) },
    [`POST ${item}viewer_key/`]: { entity: type, ...ownersOfBoard(200) },
    [`GET ${item}embed/`]: { entity: type, ...ownersOfBoard(200) },
    [`PUT ${item}embed/`]: {
      entity: type,
      ...ownersOfBoard(200),
      body: () => ({ sites: ['https://partner.example'] }),
    },
  }
}

const access: Record<string, Access> = {
  ...Object.assign({}, ...[...builtInTypes, 'custom' as const].map(boardCalls)),
  'GET /api/scoreboard/:id/attract/': { entity: 'scoreboard', public: everybody(200), private: byKey(200) },
  'GET /api/streamboard/:id/control/': { entity: 'streamboard', ...ownersOfBoard(200) },
  'PATCH /api/streamboard/:id/control/': {
    entity: 'streamboard',
    ...ownersOfBoard(200),
    body: () => ({ is_hidden: true, is_frozen: true, match: 3 }),
  },
  'POST /api/board/:type/:id/feed/:name/key/': { entity: 'custom', ...ownersOfBoard(200) },
  'PUT /api/board/:type/:id/feed/:name/files/': {
    entity: 'custom',
    ...ownersOfBoard(200),
    body: () => ({ name: 'Night', standings: 'cGxhY2UsbmFtZQo=' }),
  },
  'POST /api/board/:type/:id/moment/:name/': {
    entity: 'custom',
    ...ownersOfBoard(201),
    body: () => ({ uuid: crypto.randomUUID(), text: 'Empty' }),
  },
  'DELETE /api/board/:type/:id/moment/:name/:uuid/': { entity: 'custom', ...ownersOfBoard(204) },
  // Nobody's login posts: its key does, see boards/custom/customBoards.test.ts.
  'GET /api/board/:type/:id/feed/:name/': { entity: 'custom', public: everybody(401), private: everybody(401) },
  'PUT /api/board/:type/:id/feed/:name/': {
    entity: 'custom',
    public: everybody(401),
    private: everybody(401),
    body: () => ({ sequence: 1, document: {} }),
  },

  'GET /api/venue/:id/': { entity: 'venue', private: ownersAlone(200).private },
  'PUT /api/venue/:id/': { entity: 'venue', private: ownersAlone(200).private, body: () => ({ name: 'Renamed' }) },
  'POST /api/venue/:id/machine_list/': {
    entity: 'venue',
    private: ownersAlone(200).private,
    body: () => ({ text: 'High Speed' }),
  },
  'POST /api/venue/:id/machines/': {
    entity: 'venue',
    private: ownersAlone(200).private,
    body: () => ({ machines: [{ name: 'Hexa Storm', year: null }] }),
  },
  'POST /api/venue/:id/key/': { entity: 'venue', private: ownersAlone(201).private },
  'DELETE /api/venue/:id/key/': { entity: 'venue', private: ownersAlone(204).private },
  'DELETE /api/venue/:id/': { entity: 'venue', private: ownersAlone(204).private },

  'GET /api/venuemachine/:id/': { entity: 'machine', public: everybody(200), private: byKey(200) },
  'PATCH /api/venuemachine/:id/': { entity: 'machine', ...ownersAlone(200), body: () => ({ counts_elsewhere: false }) },
  'DELETE /api/venuemachine/:id/': { entity: 'machine', ...ownersAlone(204) },
  'GET /api/venuemachine/:id/current/': { entity: 'machine', public: everybody(200), private: byKey(200) },
  'GET /api/venuemachine/:id/top_scores/': { entity: 'machine', public: everybody(200), private: byKey(200) },
  'GET /api/venuemachine/:id/claim_code/': { entity: 'machine', public: byKey(200), private: byKey(200) },
  'GET /api/venuemachine/:id/games/': { entity: 'machine', public: everybody(200), private: byKey(200) },
  'GET /api/venuemachine/:id/games.csv': { entity: 'machine', public: everybody(200), private: byKey(200) },
  'POST /api/venuemachine/:id/pair/': {
    entity: 'machine',
    ...ownersAlone(200),
    body: ({ shortcode }) => ({ shortcode }),
  },
  'POST /api/venuemachine/:id/unpair/': { entity: 'machine', ...ownersAlone(200) },
  'POST /api/venuemachine/:id/device_key/': { entity: 'machine', ...ownersAlone(201) },
  'POST /api/venuemachine/:id/test_game/': { entity: 'restingMachine', ...ownersAlone(201) },
  'DELETE /api/venuemachine/:id/device_key/': { entity: 'machine', ...ownersAlone(204) },

  'POST /api/venuemachine/:id/score/': { entity: 'machine', ...ownersAlone(201), body: newScore },

  'GET /api/venuemachine/:id/guest_scores/': { entity: 'machine', ...ownersAlone(200) },
  'PUT /api/venuemachine/:id/guest_scores/': {
    entity: 'machine',
    ...ownersAlone(200),
    body: () => ({ mode: 'accept' }),
  },
  'POST /api/venuemachine/:id/guest_scores/code/': { entity: 'guestMachine', ...ownersAlone(200) },
  'GET /api/venuemachine/:id/guest_link/': { entity: 'guestMachine', public: byKey(200), private: byKey(200) },
  'GET /api/venue/:id/guest_scores/': { entity: 'venue', private: ownersAlone(200).private },
  'PATCH /api/venue/:id/guest_scores/': {
    entity: 'venue',
    private: ownersAlone(200).private,
    body: () => ({ asks_day_code: false, mode: 'ask' }),
  },
  'DELETE /api/venue/:id/guest_scores/:user/': { entity: 'venue', private: ownersAlone(204).private },
  'GET /api/waiting_score/:id/photo/': { entity: 'sentScore', private: ownersAlone(200).private },
  'GET /api/game/:id/photo/': { entity: 'photographedScore', public: everybody(200), private: byKey(200) },
  'POST /api/game/:id/photo/': { entity: 'addedScore', ...ownersAlone(201), upload: { photo: onePixel } },
  'DELETE /api/game/:id/photo/': { entity: 'photographedScore', ...ownersAlone(204) },

  'PUT /api/game/:id/': { entity: 'addedScore', ...ownersAlone(200), body: () => ({ score: 5, guest: null }) },
  'DELETE /api/game/:id/': { entity: 'addedScore', ...ownersAlone(204) },
  'GET /api/moment/:card/': { entity: 'addedScore', public: everybody(200), private: byKey(200) },
  'GET /api/game/:id/timeline/': { entity: 'game', public: everybody(200), private: byKey(200) },

  'GET /api/tv/:id/': { entity: 'tv', private: ownersAlone(200).private },
  'PUT /api/tv/:id/': {
    entity: 'tv',
    private: ownersAlone(200).private,
    body: async ({ read }) => ({ ...(await read()), name: 'Renamed' }),
  },
  'DELETE /api/tv/:id/': { entity: 'tv', private: ownersAlone(204).private },
  'POST /api/tv/:id/pair/': { entity: 'tv', private: ownersAlone(200).private, body: ({ code }) => ({ code }) },
  'POST /api/tv/:id/reload/': { entity: 'tv', private: ownersAlone(204).private },
  'POST /api/tv/:id/identify/': { entity: 'tv', private: ownersAlone(204).private },
  'POST /api/tv/:id/sound/': { entity: 'tv', private: ownersAlone(204).private, body: () => ({ volume: 'low' }) },

  'DELETE /api/bridge/:id/': { entity: 'bridge', private: ownersAlone(204).private },

  'GET /api/slideshow_image/:id/': { entity: 'image', public: everybody(200), private: byKey(200) },
  'GET /api/user/:id/': { entity: 'user', public: [401, 200, 200, 401, 401, 401, 200] },
  'GET /api/hook/:id/': { entity: 'hook', private: ownersAlone(200).private },
  'PUT /api/hook/:id/': {
    entity: 'hook',
    private: ownersAlone(200).private,
    body: () => ({ url: 'https://example.com/other', shape: 'discord' }),
  },
  'DELETE /api/hook/:id/': { entity: 'hook', private: ownersAlone(204).private },
  'GET /api/hook/:id/delivery/': { entity: 'hook', private: ownersAlone(200).private },
  'POST /api/hook/:id/secret/': { entity: 'hook', private: ownersAlone(200).private },
  'POST /api/hook/:id/test/': { entity: 'hook', private: ownersAlone(204).private },

  'DELETE /api/token/:id/': { entity: 'apiToken', private: ownersAlone(204).private },
  'DELETE /api/account/logins/:id/': { entity: 'login', private: ownersAlone(204).private },
  'DELETE /api/platform/operators/:id/': { entity: 'operator', ...operatorsAlone(204) },
  'DELETE /api/platform/reviews/:id/': { entity: 'reviewLink', ...operatorsAlone(204) },
  'GET /api/machines/:id/': { entity: 'title', public: everybody(200) },
  'PUT /api/machines/:id/': {
    entity: 'ownTitle',
    private: ownersAlone(200).private,
    body: () => ({ name: `Renamed ${Math.random()}`, manufacturer: 'Nova', year: 2026 }),
  },
}

/** What names itself by something that only its own holder knows. */
const bySecret = [
  'GET /api/send/:code/',
  'POST /api/send/:code/',
  'DELETE /api/sent_score/:uuid/',
  'GET /api/account/reset-password/:token/',
  'GET /api/account/verify/:token/',
  'POST /api/account/verify/:token/',
  'GET /api/scorbitron_paired/:uuid/',
  'POST /api/scorbitron_paired/:uuid/',
]

/** What names a type and no board: as a type’s own calls without an id, see boards/custom/customBoards.test.ts. */
const ofType = ['GET /api/board/:type/', 'POST /api/board/:type/']

/** What depends on who came first: tested beside its rules, in games/claims.routes.test.ts. */
const byTurn = [
  'GET /api/venuemachine/:id/claim/',
  'POST /api/venuemachine/:id/claim/',
  'DELETE /api/venuemachine/:id/claim/',
]

const nameOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`

test('every call with an id has a line here, and every line is a call', () => {
  const calls = app.describedRoutes.filter(({ url }) => url.includes('/:')).map(nameOf)
  expect([...Object.keys(access), ...bySecret, ...ofType, ...byTurn].sort()).toEqual(calls.sort())
})

const cells = Object.entries(access).flatMap(([name, line]) =>
  (['public', 'private'] as const).flatMap((visibility) => {
    const statuses = line[visibility]
    if (!statuses) return []
    const [method = '', route = ''] = name.split(' ')
    const expected = Object.fromEntries(actors.map((actor, at) => [actor, statuses[at]!])) as Record<ActorName, number>
    const url = (id: number, actor: ActorName, key: string) =>
      `${route.replace(/:(\w+)/g, (_, name: string) => ({ id: String(id), type: custom, name: 'taps', card: `game:${id}:1` })[name] ?? '1')}${actor === 'key' ? `?key=${key}` : ''}`
    return [
      { name, visibility, line, method, url, expected, refused: actors.filter((actor) => expected[actor] >= 400) },
    ]
  }),
)

describe('calls with an id', () => {
  /** One of each, for what changes nothing. */
  const standing = new Map<string, Made>()
  const nameOfStanding = (entity: string, visibility: string) => `${visibility} ${entity}`
  let before: Awaited<ReturnType<typeof snapshot>>

  beforeAll(async () => {
    for (const visibility of ['public', 'private'])
      for (const [entity, make] of Object.entries(entities))
        standing.set(nameOfStanding(entity, visibility), await make(visibility === 'public'))
    before = await snapshot(database.db)
  })

  test.each(cells.filter(({ refused }) => refused.length > 0))(
    'API-09 $name, $visibility: nothing changes by those who are refused',
    async ({ visibility, line, method, url, expected, refused }) => {
      const made = standing.get(nameOfStanding(line.entity, visibility))!
      const content = await contentOf(line, made)
      for (const actor of refused) {
        const answer = await send(actor, method, url(made.id, actor, made.key), ...content)
        expect([actor, answer.statusCode]).toEqual([actor, expected[actor]])
        // Who may not see it cannot tell it from one that was never there.
        if (visibility === 'private')
          expect(comparable(answer)).toEqual(
            comparable(await send(actor, method, url(missingId, actor, made.key), ...content)),
          )
      }
      if (method !== 'GET') expect(await snapshot(database.db)).toEqual(before)
    },
  )

  test.each(cells.filter(({ refused }) => refused.length < actors.length))(
    'API-09 $name, $visibility: those who may',
    async ({ visibility, line, method, url, expected, refused }) => {
      const made =
        method === 'GET'
          ? standing.get(nameOfStanding(line.entity, visibility))!
          : await entities[line.entity](visibility === 'public')
      const content = await contentOf(line, made)
      for (const actor of actors.filter((actor) => !refused.includes(actor))) {
        expect([actor, (await send(actor, method, url(made.id, actor, made.key), ...content)).statusCode]).toEqual([
          actor,
          expected[actor],
        ])
        if (visibility === 'private')
          expect((await send(actor, method, url(missingId, actor, made.key), ...content)).statusCode).toBe(404)
      }
    },
  )
})

/** What each scope of an API token opens. All else that a login may do is not for tokens. */
const opened: Record<TokenScope, readonly string[]> = {
  read: [
    ...[...builtInTypes, 'board/:type'].flatMap((type) =>
      [
        '',
        ':id/',
        ':id/used_by/',
        ':id/embed/',
        ...(type === 'slideshow' ? [] : [':id/bootstrap/', ':id/scores/']),
      ].map((call) => `GET /api/${type}/${call}`),
    ),
    'GET /api/counts/',
    'GET /api/game/:id/timeline/',
    'GET /api/machines/',
    'GET /api/machines/:id/',
    'GET /api/matchplay/',
    'GET /api/moment/:card/',
    'GET /api/moments/',
    'GET /api/moments/events/',
    'GET /api/moments/stream/',
    'GET /api/scoreboard/:id/attract/',
    'GET /api/slideshow_image/:id/',
    'GET /api/streamboard/:id/control/',
    'GET /api/tonight/',
    'GET /api/tv/',
    'GET /api/tv/:id/',
    'GET /api/user_profile/games/',
    'GET /api/venue/',
    'GET /api/venue/:id/',
    'GET /api/venuemachine/',
    'GET /api/venuemachine/:id/',
    'GET /api/venuemachine/:id/current/',
    'GET /api/venuemachine/:id/games.csv',
    'GET /api/venuemachine/:id/games/',
    'GET /api/venuemachine/:id/top_scores/',
  ],
  scores: ['POST /api/venuemachine/:id/score/', 'PUT /api/game/:id/', 'DELETE /api/game/:id/'],
  boards: [
    ...[...builtInTypes, 'board/:type'].flatMap((type) => [
      `POST /api/${type}/`,
      ...['PUT', 'PATCH', 'DELETE'].map((method) => `${method} /api/${type}/:id/`),
      `POST /api/${type}/:id/viewer_key/`,
      `PUT /api/${type}/:id/embed/`,
    ]),
    'POST /api/comboboard/from_machines/',
    'PATCH /api/streamboard/:id/control/',
    'PUT /api/board/:type/:id/feed/:name/files/',
    'POST /api/board/:type/:id/moment/:name/',
    'DELETE /api/board/:type/:id/moment/:name/:uuid/',
    'POST /api/slideshow_image/',
  ],
  tvs: [
    'POST /api/tv/',
    'POST /api/tv/follow/',
    'POST /api/tv/unfollow/',
    'PUT /api/tv/:id/',
    'DELETE /api/tv/:id/',
    'POST /api/tv/:id/pair/',
    'POST /api/tv/:id/reload/',
    'POST /api/tv/:id/identify/',
    'POST /api/tv/:id/sound/',
  ],
}
const scopeOf = (name: string) => tokenScopes.find((scope) => opened[scope].includes(name))

describe('API tokens', () => {
  const only = {} as Record<TokenScope, Record<string, string>>
  const allBut = {} as Record<TokenScope, Record<string, string>>
  let all: Record<string, string>
  beforeAll(async () => {
    const headerWith = async (scopes: TokenScope[]) => ({
      authorization: `Token ${await makeApiToken(database.db, owner.id, scopes)}`,
    })
    all = await headerWith([...tokenScopes])
    for (const scope of tokenScopes) {
      only[scope] = await headerWith([scope])
      allBut[scope] = await headerWith(tokenScopes.filter((other) => other !== scope))
    }
  })
  const lacks = (scope: TokenScope) => ({ detail: `This API token may not do this: it lacks the scope “${scope}”.` })

  test('TOK-03 TOK-09 these calls are open to tokens, and the document says with which scope', async () => {
    const named = app.describedRoutes.flatMap((route) =>
      route.operation?.scope ? [`${route.operation.scope}: ${nameOf(route)}`] : [],
    )
    const written = tokenScopes.flatMap((scope) => opened[scope].map((name) => `${scope}: ${name}`))
    expect(named.sort()).toEqual(written.sort())
    const { paths } = (await send('anonymous', 'GET', '/api/openapi.json')).json<{
      paths: Record<string, Record<string, { security: object[] }>>
    }>()
    expect(paths['/api/tv/{id}/']!.put!.security).toEqual([{ token: [] }, { apitoken: ['tvs'] }])
    expect(paths['/api/token/']!.post!.security).toEqual([{ token: [] }])
  })

  test.each(
    cells.filter(({ name, visibility, line, expected }) =>
      scopeOf(name) ? (visibility === 'private' || !line.private) && expected.owner < 400 : false,
    ),
  )('TOK-03 $name: with its scope as the owner, without it nothing', async ({ name, line, method, url, expected }) => {
    const scope = scopeOf(name)!
    const made = await entities[line.entity](false)
    const body = await line.body?.(made)
    const refused = await sendWith(allBut[scope], method, url(made.id, 'owner', made.key), body)
    expect([refused.statusCode, refused.json()]).toEqual([403, lacks(scope)])
    const { statusCode } = await sendWith(only[scope], method, url(made.id, 'owner', made.key), body)
    expect(statusCode).toBe(expected.owner)
    expect((await sendWith(only[scope], method, url(missingId, 'owner', made.key), body)).statusCode).toBe(404)
  })

  test('TOK-03 calls without an id: the same', async () => {
    for (const { method, url } of app.describedRoutes.filter(
      (route) => !route.url.includes('/:') && route.operation?.contentType !== 'text/event-stream',
    )) {
      const scope = scopeOf(`${method} ${url}`)
      if (!scope) continue
      const body = method === 'GET' ? undefined : {}
      const refused = await sendWith(allBut[scope], method, url, body)
      expect([method, url, refused.statusCode, refused.json()]).toEqual([method, url, 403, lacks(scope)])
      const { statusCode } = await sendWith(only[scope], method, url, body)
      expect([method, url, [401, 403].includes(statusCode)]).toEqual([method, url, false])
    }
  })

  test('TOK-04 every other call that asks who calls is refused to a token with all scopes, and changes nothing', async () => {
    // Its first use is noted.
    await sendWith(all, 'GET', '/api/counts/')
    const before = await snapshot(database.db)
    const closed = app.describedRoutes.filter(
      (route) => ['user', 'operator', 'optional', 'guest'].includes(route.operation!.actor) && !scopeOf(nameOf(route)),
    )
    expect(closed.map(nameOf)).toEqual(
      expect.arrayContaining([
        'POST /api/token/',
        'POST /api/account/change-password/',
        'POST /api/account/change-email/',
        'POST /api/account/delete/',
        'GET /api/account/export/',
        'POST /api/venuemachine/:id/device_key/',
        'POST /api/platform/operators/',
      ]),
    )
    for (const { method, url } of closed) {
      const path = url.replace(':type', custom).replace(':name', 'taps').replaceAll(/:\w+/g, '1')
      const { statusCode } = await sendWith(all, method, path, method === 'GET' ? undefined : {})
      expect([method, url, statusCode]).toEqual([method, url, 403])
    }
    expect(await snapshot(database.db)).toEqual(before)
  })
})

describe('calls without an id', () => {
  const withoutId = () => app.describedRoutes.filter(({ url, operation }) => !url.includes('/:') && operation)
  /** Nothing is refused for its content before it is refused for its sender. */
  const statusesOf = async (route: { method: string; url: string }) =>
    Object.fromEntries(
      await Promise.all(
        actors.map(async (actor) => [
          actor,
          (await send(actor, route.method, route.url, route.method === 'GET' ? undefined : {})).statusCode,
        ]),
      ),
    )

  test('API-09 a user’s call is refused to everybody else', async () => {
    for (const route of withoutId().filter(({ operation }) => operation?.actor === 'user')) {
      const { owner: asOwner, other: asOther, operator: _operator, ...rest } = await statusesOf(route)
      expect([nameOf(route), rest]).toEqual([nameOf(route), { anonymous: 401, key: 401, device: 401, deviceKey: 401 }])
      for (const status of [asOwner, asOther])
        expect([nameOf(route), [401, 403].includes(status!)]).toEqual([nameOf(route), false])
    }
  })

  test('PLT-01 an operator’s call is refused to everybody else', async () => {
    const calls = withoutId().filter(({ operation }) => operation?.actor === 'operator')
    expect(calls.length).toBeGreaterThan(0)
    for (const route of calls) {
      const refused = actors.filter((actor) => actor !== 'operator')
      const statuses = Object.fromEntries(
        await Promise.all(
          refused.map(async (actor) => [
            actor,
            (await send(actor, route.method, route.url, route.method === 'GET' ? undefined : {})).statusCode,
          ]),
        ),
      )
      expect([nameOf(route), statuses]).toEqual([
        nameOf(route),
        { anonymous: 401, owner: 403, other: 403, key: 401, device: 401, deviceKey: 401 },
      ])
      const { statusCode } = await send('operator', route.method, route.url, route.method === 'GET' ? undefined : {})
      expect([nameOf(route), [401, 403].includes(statusCode)]).toEqual([nameOf(route), false])
    }
  })

  test('API-09 a machine’s call is refused to everybody else', async () => {
    for (const route of withoutId().filter(({ operation }) => operation?.actor === 'device')) {
      const { device: _device, deviceKey: _deviceKey, ...rest } = await statusesOf(route)
      expect([nameOf(route), rest]).toEqual([
        nameOf(route),
        { anonymous: 401, owner: 403, other: 403, key: 401, operator: 403 },
      ])
    }
  })

  test('API-03 no list or search answers the email of another', async () => {
    // What a stream tells is told by its list, too, and it does not end.
    const calls = withoutId().filter(({ operation }) => operation?.contentType !== 'text/event-stream')
    for (const route of calls.filter(({ method }) => method === 'GET')) {
      for (const actor of ['anonymous', 'other', 'device', 'operator'] as const) {
        for (const query of ['is_public=true&search=user&limit=50', `owner=${owner.id}&search=example.com`])
          await send(actor, 'GET', `${route.url}?${query}`)
      }
    }
  })
})
