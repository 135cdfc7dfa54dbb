import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import * as yauzl from 'yauzl'
import { cutOff } from '../../../edges/devices/devices.store'
import { connect } from '../../../ground/database/pool'
import { hashOf } from '../../../ground/http/auth'
import type { Refusal } from '../../../ground/http/refusals'
import { Outbox } from '../../../ground/mails/outbox'
import {
  buildTestApp,
  call,
  findMachine,
  makeApiToken,
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeSlideshow,
  makeSlideshowImage,
  makeStreamboard,
  makeTv,
  makeUpload,
  makeUser,
  makeVenue,
  makeVenueMachine,
  useTestDatabase,
} from '../../../testing'
import { makeDevice, makeDeviceKey } from '../../../testing/devices'
import { databaseUrl } from '../../../testing/postgres'
import { makeSentScore } from '../../../testing/sentScores'
import { snapshot } from '../../../testing/snapshot'
import { buildWholeApp } from '../../../testing/wholeApp'
import type { WholeApp } from '../../../testing/wholeApp'
import { leaveOutAll } from '../../boards/references.store'
import { claimSlot } from '../../games/claims'
import { Games } from '../../games/games.service'
import { gamesStore } from '../../games/games.store'
import { takeAlong } from '../../games/guests'
import { accountsRoutes } from '../accounts.routes'
import { exportedRows } from '../export.store'
import { MailedLinks } from '../links.service'
import { insertChange, setPassword } from '../links.store'
import { recordEvent } from '../trail.store'
import { finishRemovals } from './removal.service'
import { beginRemoval, removeAccount } from './removal.store'

const database = useTestDatabase()
let whole: WholeApp
beforeAll(async () => {
  whole = await buildWholeApp(database.db, { isLimited: false })
})
afterAll(() => whole.close())

const password = 'Sup3r!secret'
/** In everything that the account ever wrote. */
const marked = 'zanzibarq'

const app = (...given: Parameters<typeof call> extends [unknown, ...infer Rest] ? Rest : never) =>
  call(whole.app, ...given)

async function idOf(answer: Promise<{ status: number; body: unknown }>): Promise<number> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return (body as { id: number }).id
}

/** A game with one player, to its end unless said otherwise. */
async function play(key: string, score: number, { ends = true } = {}) {
  const session_uuid = randomUUID()
  const post = async (entry: object) =>
    expect((await app('POST', '/api/entry/', { token: key, body: { session_uuid, ...entry } })).status).toBe(200)
  await post({ current_player: 1, current_ball: 1, current_p1_score: score })
  if (ends) await post({ current_p1_score: score, active: false })
}

/** The first slot of a machine's newest game, with the code that its owner sees. */
async function claim(token: string, machine: number, owner: string) {
  const { code } = (await app('GET', `/api/venuemachine/${machine}/claim_code/`, { token: owner })).body as {
    code: string
  }
  expect(
    (await app('POST', `/api/venuemachine/${machine}/claim/`, { token, body: { position: 1, code } })).status,
  ).toBe(200)
}

/** Somebody with one of everything, who also plays at somebody else's. */
async function makeStage(mark = marked) {
  const { db } = database
  const person = {
    username: mark,
    password,
    first_name: `${mark}-first`,
    last_name: `${mark}-last`,
    email: `${mark}@example.com`,
    initials: 'ZQX',
    display_name: `${mark}-shown`,
  }
  const id = await idOf(app('POST', '/api/account/register/', { body: person }))
  const { token } = (await app('POST', '/api/auth/', { body: person })).body as { token: string }
  const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const upload = await makeUpload({ profile_picture: new File([bytes], 'profile.png', { type: 'image/png' }) })
  expect((await app('PATCH', '/api/user_profile/update/', { token, ...upload })).status).toBe(200)
  const venue = await idOf(app('POST', '/api/venue/', { token, body: { name: `${mark} arcade` } }))
  const machine = await makeVenueMachine(db, id, { venueId: venue })
  const own = await idOf(
    app('POST', '/api/venuemachine/own/', {
      token,
      body: { venue, name: `${mark} machine`, manufacturer: mark, year: 2020, player_count: 4, display: 'lcd' },
    }),
  )
  const key = await makeDeviceKey(db, machine)
  const device = await makeDevice(db, own)
  await play(key, 700)
  await play(key, 800, { ends: false })
  await claim(token, machine, token)
  const scoreboard = await makeScoreboard(db, id, { venueMachineIds: [machine, own], title: `${mark} scores` })
  // In a grid a scoreboard shows one machine.
  const single = await makeScoreboard(db, id, { venueMachineIds: [machine], title: `${mark} single` })
  const leaderboard = await makeLeaderboard(db, id, { venueMachineIds: [machine], title: `${mark} best` })
  await makeComboboard(db, id, { items: [{ type: 'leaderboard', id: leaderboard.id }], title: `${mark} combo` })
  const image = await makeSlideshowImage(db, id)
  const slideshow = await makeSlideshow(db, id, {
    items: [{ type: 'slideshowimage', id: image.id }],
    title: `${mark} slides`,
  })
  await makeStreamboard(db, id, { scoreboardIds: [single.id], title: `${mark} stream` })
  const tv = await makeTv(db, id, { scoreboardId: scoreboard.id, name: `${mark} tv` })
  const apiToken = await makeApiToken(db, id, ['read'])
  expect(
    (await app('POST', '/api/account/change-email/', { token, body: { password, email: `${mark}-new@example.com` } }))
      .status,
  ).toBe(200)
  const sent = await makeSentScore(db, id, machine, { photo: bytes, note: mark })
  return {
    id,
    token,
    apiToken,
    venue,
    machine,
    own,
    key,
    device,
    scoreboard,
    single,
    leaderboard,
    image,
    slideshow,
    tv,
    sent,
    mark,
  }
}

type Stage = Awaited<ReturnType<typeof makeStage>>

/** Somebody else, whose boards name all of it that others may name, and at whose machine the account has played. */
async function makeNeighbour(stage: Stage, username = 'bob') {
  const { db } = database
  const bob = await makeUser(db, { username })
  const machine = await makeVenueMachine(db, bob.id, { venueId: await makeVenue(db, bob.id, 'Bob’s') })
  const key = await makeDeviceKey(db, machine)
  await play(key, 4000)
  await claim(stage.token, machine, bob.token)
  const { rows: games } = await sql<{
    id: number
  }>`select max(id) as id from games where venue_machine_id = ${machine}`.execute(db)
  const boards = {
    scoreboard: (await makeScoreboard(db, bob.id, { venueMachineIds: [machine, stage.machine] })).id,
    leaderboard: (
      await makeLeaderboard(db, bob.id, {
        venueMachineIds: [machine, stage.machine],
        onlyPlayerIds: [stage.id, bob.id],
      })
    ).id,
    comboboard: (
      await makeComboboard(db, bob.id, {
        items: [
          { type: 'leaderboard', id: stage.leaderboard.id },
          { type: 'scoreboard', id: stage.single.id },
        ],
      })
    ).id,
    slideshow: (
      await makeSlideshow(db, bob.id, {
        items: [
          { type: 'scoreboard', id: stage.scoreboard.id },
          { type: 'slideshowimage', id: stage.image.id },
        ],
      })
    ).id,
    streamboard: (await makeStreamboard(db, bob.id, { scoreboardIds: [stage.single.id] })).id,
  }
  expect(
    (
      await app('PATCH', `/api/streamboard/${boards.streamboard}/control/`, {
        token: bob.token,
        body: { is_frozen: true },
      })
    ).status,
  ).toBe(200)
  const tv = await makeTv(db, bob.id, { scoreboardId: stage.scoreboard.id })
  return { ...bob, machine, key, game: games[0]!.id, boards, tv }
}

/** A score of the account that the neighbour accepted, with all that come. */
async function sendAcross({ id, mark }: Stage, bob: Awaited<ReturnType<typeof makeNeighbour>>) {
  const sent = await makeSentScore(database.db, bob.id, bob.machine, { user: id, note: `${mark} says` })
  const accepting = { token: bob.token, body: { ids: [sent], accept: true, always: true } }
  expect((await app('POST', '/api/waiting_score/decide/', accepting)).status).toBe(200)
}

/** Columns that refer to users, with how many rows have this one. */
async function referring(userId: number): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass
  `.execute(database.db)
  const counts = rows.map(async ({ table, column }) => {
    const found = await sql<{
      count: number
    }>`select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(database.db)
    return found.rows[0]!.count > 0 ? [`${table}.${column}`] : []
  })
  return (await Promise.all(counts)).flat().sort()
}

test('ACC-27 an account goes with all that belongs to it, whole or not at all, and other people’s boards go on', async () => {
  const { db } = database
  const stage = await makeStage()
  const bob = await makeNeighbour(stage)
  await sendAcross(stage, bob)
  const bootstrapOf = (type: string, id: number) => app('GET', `/api/${type}/${id}/bootstrap/`)
  for (const [type, id] of Object.entries(bob.boards))
    if (type !== 'slideshow') expect((await bootstrapOf(type, id)).status).toBe(200)
  expect(await referring(stage.id)).toEqual([
    'always_accepted.user_id',
    'api_tokens.user_id',
    'board_references.player_id',
    'boards.owner_id',
    'game_claims.user_id',
    'machines.owner_id',
    'mail_links.user_id',
    'score_photos.owner_id',
    'security_events.user_id',
    'sent_scores.owner_id',
    'sent_scores.user_id',
    'settled_scores.user_id',
    'slideshow_images.owner_id',
    'tokens.user_id',
    'tvs.owner_id',
    'venues.owner_id',
  ])

  const remove = (given: string) =>
    app('POST', '/api/account/delete/', { token: stage.token, body: { password: given } })
  expect(await remove('Wr0ng!secret')).toMatchObject({ status: 400, body: { password: ['Incorrect password!'] } })
  expect((await app('GET', '/api/user_profile/get/', { token: stage.token })).status).toBe(200)
  const mediaBefore = await db.selectFrom('media').select('hash').execute()
  expect((await remove(password)).status).toBe(204)

  // Nothing names it, and nothing that it wrote is left in any table.
  expect(await referring(stage.id)).toEqual([])
  for (const [table, rows] of Object.entries(await snapshot(db)))
    expect([table, rows.toLowerCase().includes(marked)]).toEqual([table, false])
  expect(await db.selectFrom('machines').select('id').where('name', 'like', `${marked}%`).execute()).toEqual([])
  expect(
    await db.selectFrom('games').select('id').where('venue_machine_id', 'in', [stage.machine, stage.own]).execute(),
  ).toEqual([])
  expect(mediaBefore).toHaveLength(2)
  expect(await db.selectFrom('media').select('hash').execute()).toEqual([])

  // What worked for it works no more; the device is its maker's and can be paired again.
  expect((await app('GET', '/api/user_profile/get/', { token: stage.token })).status).toBe(401)
  expect((await app('POST', '/api/auth/', { body: { username: marked, password } })).status).toBe(400)
  expect(
    (await app('POST', '/api/entry/', { token: stage.key, body: { session_uuid: randomUUID(), current_p1_score: 1 } }))
      .status,
  ).toBe(401)
  expect(
    await db.selectFrom('devices').select('venue_machine_id').where('id', '=', stage.device.id).executeTakeFirst(),
  ).toEqual({ venue_machine_id: null })
  expect((await bootstrapOf('scoreboard', stage.scoreboard.id)).status).toBe(404)

  // The score that it claimed elsewhere stays, without a name.
  expect(
    await db.selectFrom('settled_scores').select(['score', 'user_id']).where('game_id', '=', bob.game).execute(),
  ).toEqual([{ score: 4000, user_id: null }])
  const settings = async (type: string, id: number) =>
    (
      await db
        .selectFrom('boards')
        .select('settings')
        .where('type', '=', type)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).settings
  expect(await settings('scoreboard', bob.boards.scoreboard)).toMatchObject({
    venuemachine_items: [{ venuemachine: bob.machine }],
  })
  expect(await settings('leaderboard', bob.boards.leaderboard)).toMatchObject({
    items: [{ id: bob.machine }],
    players: [bob.id],
  })
  expect(await settings('comboboard', bob.boards.comboboard)).toMatchObject({ items: [] })
  expect(await settings('slideshow', bob.boards.slideshow)).toMatchObject({ items: [] })
  expect(await settings('streamboard', bob.boards.streamboard)).toMatchObject({ scoreboard_items: [] })
  expect(
    (await sql`select frozen, revision from stream_controls where board_id = ${bob.boards.streamboard}`.execute(db))
      .rows,
  ).toEqual([{ frozen: null, revision: 2 }])
  expect(await db.selectFrom('tvs').select('board_id').where('id', '=', bob.tv.id).executeTakeFirst()).toEqual({
    board_id: null,
  })
  for (const [type, id] of Object.entries(bob.boards)) {
    if (type !== 'slideshow') expect([type, (await bootstrapOf(type, id)).status]).toEqual([type, 200])
    expect([type, (await app('GET', `/api/${type}/${id}/`, { token: bob.token })).status]).toEqual([type, 200])
  }
  expect(whole.errors).toEqual([])
})

test('ACC-27 LB-04 LB-05 a whitelist of which nothing is left goes on restricting, until its owner changes it', async () => {
  const { db } = database
  const stage = await makeStage('whitelisted')
  const bob = await makeNeighbour(stage, 'dora')
  const scoresOf = async (id: number) =>
    ((await app('GET', `/api/leaderboard/${id}/scores/`)).body as { data: { scores: object[] }[] }).data[0]!.scores
  const ofTitle = { machineIds: [await findMachine(db)] }
  const invited = (await makeLeaderboard(db, bob.id, { venueMachineIds: [bob.machine], onlyPlayerIds: [stage.id] })).id
  const selected = (await makeLeaderboard(db, bob.id, { ...ofTitle, onlyVenueMachineIds: [stage.machine] })).id
  // Somebody's score that none of them may show.
  await play(bob.key, 9000)
  expect(await scoresOf(invited)).toMatchObject([{ score: 4000 }])
  expect((await app('POST', '/api/account/delete/', { token: stage.token, body: { password } })).status).toBe(204)

  const boards = [
    [invited, { player_count: 0 }],
    [selected, { machine_count: 0 }],
  ] as const
  for (const [id, counted] of boards) {
    expect(await scoresOf(id)).toEqual([])
    expect((await app('GET', `/api/leaderboard/${id}/bootstrap/`)).body).toMatchObject(counted)
    // As the form sends it, with something else changed.
    const { body } = await app('GET', `/api/leaderboard/${id}/`, { token: bob.token })
    expect(
      (
        await app('PUT', `/api/leaderboard/${id}/`, {
          token: bob.token,
          body: { ...(body as object), background_color: '#123456' },
        })
      ).status,
    ).toBe(200)
    expect(await scoresOf(id)).toEqual([])
  }
  const change = (id: number, body: object) => app('PATCH', `/api/leaderboard/${id}/`, { token: bob.token, body })
  expect(await change(invited, { players: [stage.id, bob.id] })).toMatchObject({
    status: 400,
    body: { players: ['Item not found.'] },
  })
  expect((await change(invited, { players: [] })).status).toBe(200)
  expect((await change(selected, { venuemachines: [bob.machine] })).status).toBe(200)
  for (const [id] of boards) expect(await scoresOf(id)).toMatchObject([{ score: 9000 }, { score: 4000 }])
})

/** Somebody with a game on a machine, and a password that works. */
async function makePlayer() {
  const { db } = database
  const user = await makeUser(db, { password })
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const machine = await makeVenueMachine(db, user.id)
  const key = await makeDeviceKey(db, machine)
  await play(key, 500)
  const gamesLeft = async () =>
    (await db.selectFrom('games').select('id').where('venue_machine_id', '=', machine).execute()).length
  expect(await gamesLeft()).toBe(1)
  return { ...user, password_hash, machine, key, gamesLeft }
}

test('ACC-33 the games of an account are gone before the rest is held, so that posts for other machines do not wait for them', async () => {
  const { db } = database
  const { id, password_hash, machine, gamesLeft } = await makePlayer()
  expect(await beginRemoval(db, id, password_hash, { cutOff: async () => [] })).toHaveLength(1)
  const seen: number[] = []
  const removed = await removeAccount(db, id, {
    cutOff: async () => {
      // By another connection than the removal's.
      seen.push(await gamesLeft())
      return []
    },
    leaveOut: async () => [],
  })
  expect(removed).toMatchObject({ venueMachines: [machine] })
  expect(seen).toEqual([0])
})

test('ACC-27 an account whose password has changed meanwhile keeps all that belongs to it', async () => {
  const { db } = database
  const { id, token, key, gamesLeft } = await makePlayer()
  expect(await beginRemoval(db, id, 'the hash before', { cutOff: async () => [] })).toBeUndefined()
  expect(await removeAccount(db, id, { cutOff: async () => [], leaveOut: async () => [] })).toBeUndefined()
  expect(await gamesLeft()).toBe(1)
  expect((await app('GET', '/api/user_profile/get/', { token })).status).toBe(200)
  await play(key, 600)
})

test('ACC-33 a removal that breaks off has ended the account all the same, and goes on with the next attempt', async () => {
  const { db } = database
  const { id, username, token, key, machine, gamesLeft } = await makePlayer()
  const { email } = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  const told: number[] = []
  const removal = {
    cutOff,
    leaveOut: async () => [],
    onRemoved: async ({ userId }: { userId: number }) => void told.push(userId),
  }
  const broken = { ...removal, leaveOut: () => Promise.reject(new Error('The database is away')) }
  const other = await buildTestApp(db, [accountsRoutes({ db, outbox: new Outbox(), publicUrl: '', removal: broken })])
  try {
    // Asked for before, and opened in the middle of the removal.
    expect((await call(other, 'POST', '/api/account/send-reset-password-link/', { body: { email } })).status).toBe(200)
    const { body: mail } = await db
      .selectFrom('mails')
      .select('body')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    const link = /[\w-]{43}/.exec(mail)![0]
    expect((await call(other, 'POST', '/api/account/delete/', { token, body: { password } })).status).toBe(204)

    expect(await db.selectFrom('users').select('id').where('id', '=', id).execute()).toHaveLength(1)
    expect((await call(other, 'GET', '/api/user_profile/get/', { token })).status).toBe(401)
    expect((await call(other, 'POST', '/api/auth/', { body: { username, password } })).status).toBe(400)
    expect(
      (await call(other, 'POST', '/api/account/reset-password/', { body: { token: link, password: 'An0ther!one' } }))
        .status,
    ).toBe(400)
    expect(
      (await app('POST', '/api/entry/', { token: key, body: { session_uuid: randomUUID(), current_p1_score: 1 } }))
        .status,
    ).toBe(401)
  } finally {
    await other.close()
  }
  await expect(finishRemovals(db, broken)).rejects.toThrow('The database is away')
  // Of a server that stops, which leaves it to the next one.
  await finishRemovals(db, removal, AbortSignal.abort())
  expect([told, await gamesLeft()]).toEqual([[], 0])
  // Two processes at once.
  await Promise.all([finishRemovals(db, removal), finishRemovals(db, removal)])
  expect(told).toEqual([id])
  expect([await gamesLeft(), await referring(id)]).toEqual([0, []])
  expect(await db.selectFrom('users').select('id').where('id', '=', id).execute()).toEqual([])
  expect(await db.selectFrom('venue_machines').select('id').where('id', '=', machine).execute()).toEqual([])
})

const link = { hash: hashOf('a link'), now: new Date(), expiresAt: new Date(Date.now() + 60_000) }

test.each<[string, unknown, (id: number, email: string) => Promise<unknown>]>([
  [
    'another address is asked for',
    401,
    (id) =>
      database.db
        .transaction()
        .execute((trx) => insertChange(trx, id, 'other@example.com', { ...link, hash: hashOf('another') }))
        .catch(({ status }: Refusal) => status),
  ],
  [
    'a link is asked for',
    undefined,
    (_id, email) => new MailedLinks({ db: database.db, outbox: new Outbox(), publicUrl: '' }).request('reset', email),
  ],
  ['a link is opened', undefined, () => setPassword(database.db, link.hash, 'a hash', link.now)],
  [
    'a slot is claimed',
    401,
    async (id) =>
      claimSlot(database.db, new Games(gamesStore(database.db)), (await makePlayer()).machine, 1, id).catch(
        ({ status }: Refusal) => status,
      ),
  ],
  [
    'a guest’s games are taken along',
    401,
    (id) => takeAlong(database.db, hashOf('nobody'), id).catch(({ status }: Refusal) => status),
  ],
  [
    'something is noted in its trail',
    undefined,
    (userId) => recordEvent(database.db, { userId, event: 'login', status: 200, device: '', now: link.now }),
  ],
])('ACC-27 an account goes while %s, and neither stands in the way of the other', async (_what, answer, work) => {
  const { db } = database
  const { id } = await makeUser(db)
  const { email } = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .insertInto('mail_links')
    .values({ hash: link.hash, user_id: id, purpose: 'reset', expires_at: link.expiresAt, created_at: link.now })
    .execute()
  await db
    .insertInto('mail_links')
    .values({
      hash: hashOf('change'),
      user_id: id,
      purpose: 'change',
      expires_at: link.expiresAt,
      created_at: link.now,
      email: 'new@example.com',
    })
    .execute()
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length > 0
  let working: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
    working = work(id, email)
    working.catch(() => {})
    while (!(await isWaiting())) await new Promise(setImmediate)
    await trx.deleteFrom('users').where('id', '=', id).execute()
  })
  expect(await working).toBe(answer)
  expect(await referring(id)).toEqual([])
})

test('ACC-27 an account goes while somebody saves a board that names it, though each waits for the other', async () => {
  const { db } = database
  const { id } = await makeUser(db)
  const [mine, other] = [await makeVenueMachine(db, id), await makeUser(db)]
  const board = await makeScoreboard(db, other.id, { venueMachineIds: [mine, await makeVenueMachine(db, other.id)] })
  await db.updateTable('users').set({ password_hash: 'leaving' }).where('id', '=', id).execute()
  const admin = connect({ connectionString: databaseUrl(database.server.url, new URL(database.url).pathname), max: 1 })
  const saving = await admin.startTransaction().execute()
  // Only its administrator may say which of the two PostgreSQL ends: the one that looks for a deadlock first.
  await sql`set local deadlock_timeout = '60s'`.execute(saving)
  await saving
    .selectFrom('boards')
    .select('id')
    .where('type', '=', 'scoreboard')
    .where('id', '=', board.id)
    .forUpdate()
    .execute()
  const removing = removeAccount(db, id, {
    cutOff: async () => [],
    leaveOut: (trx, belongings) => leaveOutAll(trx, belongings, async () => () => undefined),
  })
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length > 0
  while (!(await isWaiting())) await new Promise(setImmediate)
  await saving
    .deleteFrom('board_references')
    .where('board_type', '=', 'scoreboard')
    .where('board_id', '=', board.id)
    .execute()
  await saving.commit().execute()
  await admin.destroy()
  expect((await removing)?.venueMachines).toEqual([mine])
  expect(await referring(id)).toEqual([])
})

/** The files of an archive, by name. */
async function unzip(bytes: Buffer): Promise<Record<string, Buffer>> {
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  const files: Record<string, Buffer> = {}
  for await (const entry of archive.eachEntry())
    files[entry.fileName] = await buffer(await archive.openReadStreamPromise(entry))
  return files
}

test('ACC-28 all that belongs to an account is downloaded as one archive, without secrets and without others', async () => {
  const { db } = database
  const mine = await makeStage('exported')
  const others = await makeStage('nobody-else')
  const bob = await makeNeighbour(mine, 'carl')
  await sendAcross(mine, bob)
  const [over, running] = (
    await db.selectFrom('games').select('id').where('venue_machine_id', '=', mine.machine).orderBy('id').execute()
  ).map(({ id }) => id)
  const point = { at: 0, scores: ['5'], player: 1, ball: 1, modes: [] }
  const noted = { ...point, at: 1500, scores: ['9007199254740993', null, '7'], ball: 2, modes: ['MB:x'] }
  for (const id of [over!, running!])
    await db
      .insertInto('game_timelines')
      .values({ game_id: id, points: JSON.stringify([point]) })
      .execute()
  await sql`
    insert into game_points (game_id, seen_at, scores, current_player, current_ball, game_modes)
    select id, started_at + interval '1500 ms', ${noted.scores}::bigint[], 1, 2, ${noted.modes}::text[] from games where id = ${running}
  `.execute(db)
  const log = [{ time: 1_700_000_000, scores: ['700'], player: 1, ball: 3, modes: [] }]
  await db
    .insertInto('game_logs')
    .values({ game_id: over!, timeline: JSON.stringify(log) })
    .execute()
  const headers = { authorization: `Token ${mine.token}` }
  const { statusCode, rawPayload, headers: answered } = await whole.app.inject({ url: '/api/account/export/', headers })
  expect([statusCode, answered['content-type'], answered['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ])
  const files = await unzip(rawPayload)
  const read = (name: string) => JSON.parse(files[`${name}.json`]!.toString()) as Record<string, unknown>[]
  expect(Object.keys(files).sort()).toEqual(
    [
      'README.txt',
      'profile-picture.png',
      `slideshow-images/${mine.image.id}.png`,
      `score-photos/${String(read('score-photos')[0]!.id)}.jpeg`,
      ...exportedRows.map(({ name }) => `${name}.json`),
    ].sort(),
  )
  for (const { name } of exportedRows) expect(files['README.txt']!.toString()).toContain(`${name}.json`)

  expect(read('profile')).toMatchObject([{ username: 'exported', email: 'exported@example.com', ifpa_id: null }])
  expect(
    read('boards')
      .map(({ type }) => type)
      .sort(),
  ).toEqual(['comboboard', 'leaderboard', 'scoreboard', 'scoreboard', 'slideshow', 'streamboard'])
  expect(read('venues')).toMatchObject([{ name: 'exported arcade' }])
  expect(
    read('machines')
      .map(({ id }) => id)
      .sort(),
  ).toEqual([mine.machine, mine.own].sort())
  expect(read('own-titles')).toMatchObject([{ name: 'exported machine' }])
  expect(read('devices')).toMatchObject([{ id: mine.device.id, venue_machine: mine.own }])
  expect(read('games').map(({ scores, your_positions }) => [scores, your_positions])).toEqual([
    [['700'], []],
    [['800'], [1]],
  ])
  expect(read('courses-of-games')).toEqual([
    { game: over, points: expect.arrayContaining([point]) },
    // The server notes what was posted, too, when it comes to it.
    { game: running, points: expect.arrayContaining([point, noted]) },
  ])
  expect(read('device-logs')).toMatchObject([{ game: over, lines: log }])
  expect(read('claimed-scores').map(({ claims }) => claims)).toMatchObject([
    [{ position: 1, score: '800' }],
    [{ position: 1, score: '4000' }],
    [{ position: 1, score: '1000' }],
  ])
  expect(read('sent-scores')).toMatchObject([{ venue: 'Bob’s', score: '1000', accepted: true }])
  expect(read('guests-scores')).toMatchObject([{ id: mine.sent, note: 'exported', accepted: null }])
  expect(read('score-photos')).toMatchObject([{ sent_score: mine.sent }])
  expect(read('tvs')).toMatchObject([{ name: 'exported tv' }])
  expect(read('mails').map(({ recipient }) => recipient)).toContain('exported-new@example.com')
  expect(read('activity').map(({ event }) => event)).toEqual(
    expect.arrayContaining(['login', 'address change asked for']),
  )
  expect(read('logins')).toHaveLength(1)
  expect(read('api-tokens')).toMatchObject([{ name: 'cron', scopes: ['read'], expires_at: null }])

  // Nothing that opens anything, and nobody else.
  const all = Object.values(files).map(String).join('\n')
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', mine.id)
    .executeTakeFirstOrThrow()
  const keys = await db.selectFrom('boards').select('viewer_key').where('owner_id', '=', mine.id).execute()
  for (const secret of [
    password_hash,
    mine.token,
    mine.apiToken,
    mine.key,
    hashOf(mine.token).toString('hex'),
    hashOf(mine.apiToken).toString('hex'),
    ...keys.map(({ viewer_key }) => viewer_key),
  ])
    expect(all).not.toContain(secret)
  for (const name of ['nobody-else', 'carl', bob.token, others.token]) expect(all).not.toContain(name)

  // The trail has it, a moment after the archive has ended; without a login there is nothing.
  const trail = async () =>
    (
      (await app('GET', '/api/account/activity/', { token: mine.token })).body as { results: { event: string }[] }
    ).results.map(({ event }) => event)
  let events = await trail()
  for (let looks = 0; looks < 200 && !events.includes('personal data downloaded'); looks += 1) events = await trail()
  expect(events).toContain('personal data downloaded')
  expect((await app('GET', '/api/account/export/')).status).toBe(401)
})

test.each([500, 1_001])('ACC-28 of %i rows none is missing or twice', async (count) => {
  const { db } = database
  const user = await makeUser(db, { username: `rows${count}` })
  await sql`insert into security_events (user_id, event, status, device, happened_at) select ${user.id}, 'event ' || n, 200, '', now() from generate_series(1, ${count}::int) n`.execute(
    db,
  )
  const { rawPayload } = await whole.app.inject({
    url: '/api/account/export/',
    headers: { authorization: `Token ${user.token}` },
  })
  const events = JSON.parse((await unzip(rawPayload))['activity.json']!.toString()) as { event: string }[]
  expect(events.map(({ event }) => event)).toEqual(Array.from({ length: count }, (_, at) => `event ${at + 1}`))
})

test('ACC-28 nor is one of two boards of different types that have the same id, as those from before they were in one table', async () => {
  const { db } = database
  const user = await makeUser(db)
  await sql`
    insert into boards (type, id, owner_id, title, is_public, viewer_key, settings) overriding system value
    select type, 9000000 + n, ${user.id}, 'board ' || n, false, 'key', '{}' from generate_series(1, 500) n, unnest(array['leaderboard', 'scoreboard']) type where type = 'leaderboard' or n = 500
  `.execute(db)
  const { rawPayload } = await whole.app.inject({
    url: '/api/account/export/',
    headers: { authorization: `Token ${user.token}` },
  })
  const boards = JSON.parse((await unzip(rawPayload))['boards.json']!.toString()) as object[]
  expect(boards).toHaveLength(501)
})
