import { randomBytes, randomUUID } from 'node:crypto'
import type { Decided, SentScore, VenueGuestScores, WaitingScore } from '@multiball/shared/schema'
import { sql } from 'kysely'
import sharp from 'sharp'
import { Outbox } from '../../../ground/mails/outbox'
import {
  call,
  makeLeaderboard,
  makeScoreboard,
  makeUpload,
  makeUser,
  makeVenue,
  makeVenueMachine,
  useTestDatabase,
} from '../../../testing'
import { buildWholeApp } from '../../../testing/wholeApp'
import type { WholeApp } from '../../../testing/wholeApp'
import { tidy } from '../../../tidy'
import { DayCodes } from './dayCodes'
import { tellOwners } from './waitingMails'

const database = useTestDatabase()
let whole: WholeApp
let owner: Awaited<ReturnType<typeof makeUser>>
let ann: Awaited<ReturnType<typeof makeUser>>

beforeAll(async () => {
  whole = await buildWholeApp(database.db, { isLimited: false })
  owner = await makeUser(database.db, { verified_at: new Date() })
  ann = await makeUser(database.db, { display_name: 'Ann Berg' })
})
afterAll(() => whole.close())

const newGuest = () => `Guest ${randomBytes(32).toString('base64url')}`
const newUuid = () => randomUUID().replaceAll('-', '')
const dayMs = 86_400_000

const photo = async (width = 3_000) =>
  new File(
    [
      await sharp({ create: { width, height: 2_000, channels: 3, background: '#123456' } })
        .withExif({ IFD0: { Copyright: 'Ann Bell' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    ],
    'photo.jpg',
  )

/** A machine on public boards whose link takes scores, and what its guests and its owner do. */
async function stage({ mode = 'ask', asksDayCode = false, on = whole } = {}) {
  const { db } = database
  const own = <Body>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    call(on.app, method, path, { token: owner.token, body }) as Promise<{ status: number; body: Body }>
  const venue = await makeVenue(db, owner.id)
  const machine = await makeVenueMachine(db, owner.id, { venueId: venue })
  const board = await makeScoreboard(db, owner.id, { venueMachineIds: [machine], isPublic: true })
  const leaderboard = await makeLeaderboard(db, owner.id, { venueMachineIds: [machine], isPublic: true })
  await own('PATCH', `/api/venue/${venue}/guest_scores/`, { asks_day_code: asksDayCode })
  const made = await own<{ code: string }>('PUT', `/api/venuemachine/${machine}/guest_scores/`, { mode })
  const { code } = made.body
  const waiting = async () =>
    (await own<{ results: WaitingScore[] }>('GET', '/api/waiting_score/?limit=200')).body.results.filter(
      ({ venuemachine }) => venuemachine.id === machine,
    )
  const decide = async (ids: number[], accept: boolean, always = false) =>
    (await own<Decided>('POST', '/api/waiting_score/decide/', { ids, accept, always })).body.results
  return {
    own,
    venue,
    machine,
    board,
    code,
    waiting,
    page: () => call(on.app, 'GET', `/api/send/${code}/`),
    send: async (fields: object, authorization = newGuest(), remoteAddress = '192.0.2.1') =>
      (await call(on.app, 'POST', `/api/send/${code}/`, {
        headers: { authorization },
        remoteAddress,
        body: { uuid: newUuid(), score: '1,000', guest: 'ACE', ...fields },
      })) as { status: number; body: SentScore },
    sendPhoto: async (file: File, authorization = newGuest()) => {
      const upload = await makeUpload({ uuid: newUuid(), score: '5,000', guest: 'ACE', photo: file })
      return (await call(on.app, 'POST', `/api/send/${code}/`, {
        ...upload,
        headers: { ...upload.headers, authorization },
      })) as { status: number; body: SentScore }
    },
    sent: async (authorization: string) =>
      ((await call(on.app, 'GET', '/api/sent_score/', { headers: { authorization } })).body as { results: SentScore[] })
        .results,
    decide,
    /** the id of the game that the first of them became */
    accept: async (ids: number[]) => (await decide(ids, true))[0]!.game!,
    idsOf: async () => (await waiting()).map(({ id }) => id),
    top: async () =>
      (
        (await call(on.app, 'GET', `/api/venuemachine/${machine}/top_scores/`)).body as {
          results: { score: number; player: { cached_display_name: string } | null; game: number }[]
        }
      ).results.map(({ score, player }) => [score, player?.cached_display_name ?? null]),
    listed: async () =>
      (
        (await call(on.app, 'GET', `/api/leaderboard/${leaderboard.id}/scores/`)).body as {
          data: { scores: { score: number }[] }[]
        }
      ).data[0]!.scores.map(({ score }) => score),
  }
}

test('ENT-11 a score that a guest sends waits, is shown nowhere before the yes, and is then a game of the time when it was sent', async () => {
  const { page, send, sent, waiting, decide, top, listed, machine, board } = await stage()
  expect((await page()).body).toMatchObject({ venuemachine: { id: machine }, mode: 'ask', needs_day_code: false })
  const guest = newGuest()
  const answer = await send({ score: '1,234,567', guest: 'Maria de la Cruz', note: 'At last' }, guest)
  expect(answer).toMatchObject({ status: 201, body: { state: 'waiting', score: 1_234_567, game: null, rank: 1 } })
  await send({ guest: null, score: 2_000 }, `Token ${ann.token}`)
  const [first, second] = await waiting()
  expect([first, second]).toMatchObject([
    { guest: 'Maria de la Cruz', player: null, note: 'At last' },
    { guest: null, player: { id: ann.id, cached_display_name: 'Ann Berg' } },
  ])
  const wall = async () => (await call(whole.app, 'GET', `/api/scoreboard/${board.id}/scores/`)).text
  const before = await wall()
  expect([await top(), await listed()]).toEqual([[], []])
  expect(await sent(newGuest())).toEqual([])

  const sentAt = new Date(Date.now() - dayMs)
  await database.db.updateTable('sent_scores').set({ sent_at: sentAt }).where('id', '=', first!.id).execute()
  expect(await decide([first!.id, second!.id], true)).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }])
  expect([await top(), await listed()]).toEqual([
    [
      [1_234_567, 'Maria de la Cruz'],
      [2_000, 'Ann Berg'],
    ],
    [1_234_567, 2_000],
  ])
  const [known] = await sent(guest)
  expect(known).toMatchObject({ state: 'accepted', game: expect.any(Number), rank: 1 })
  const timeline = await call(whole.app, 'GET', `/api/game/${known!.game}/timeline/`)
  expect(timeline.body).toMatchObject({ entered: 'guest', note: 'At last', settled_on: sentAt.toISOString() })
  // It is the phone's own game, and never live.
  const games = await call(whole.app, 'GET', '/api/guest/games/', { headers: { authorization: guest } })
  expect(games.body).toMatchObject({ results: [{ id: known!.game }] })
  expect([await wall(), (await call(whole.app, 'GET', `/api/venuemachine/${machine}/current/`)).status]).toEqual([
    before,
    404,
  ])
})

test('ENT-12 one score is sent once and becomes one game, by however many taps, and what was decided first stays', async () => {
  const { send, waiting, idsOf, decide, top } = await stage()
  const [guest, uuid] = [newGuest(), newUuid()]
  const answers = await Promise.all([1, 2, 3].map(() => send({ uuid }, guest)))
  expect(answers.map(({ status, body }) => [status, body.uuid])).toEqual([1, 2, 3].map(() => [201, uuid]))
  expect(await waiting()).toHaveLength(1)
  const ids = await idsOf()
  const taps = await Promise.all([1, 2, 3].map(() => decide(ids, true)))
  expect(new Set(taps.flat().map(({ state, game }) => `${state} ${game}`)).size).toBe(1)
  expect(await top()).toEqual([[1_000, 'ACE']])
  expect(await decide(ids, false)).toMatchObject([{ state: 'accepted' }])
  expect(await decide([99_999_999], true)).toEqual([{ id: 99_999_999, state: 'gone', game: null }])
  await send({})
  const next = await idsOf()
  expect([await decide(next, false), await decide(next, true)]).toMatchObject([
    [{ state: 'declined' }],
    [{ state: 'declined' }],
  ])
  expect(await top()).toHaveLength(1)
  expect((await send({ uuid }, guest)).body).toMatchObject({ state: 'accepted' })
  expect((await (await stage()).send({ uuid }, guest)).status).toBe(409)
})

test('ENT-13 a link that is replaced, switched off, or of a removed machine takes nothing, and says so; what waits there is not added', async () => {
  const { own, send, machine, page, idsOf, decide, code } = await stage()
  await send({})
  const gone = {
    status: 404,
    body: { detail: 'This link takes no scores any more. Scan the code at the machine again, or ask the staff.' },
  }
  await own('PUT', `/api/venuemachine/${machine}/guest_scores/`, { mode: 'off' })
  expect([await page(), await send({})]).toMatchObject([gone, gone])
  const again = await own('PUT', `/api/venuemachine/${machine}/guest_scores/`, { mode: 'ask' })
  expect(again.body).toEqual({ mode: 'ask', code })
  const renewed = await own<{ code: string }>('POST', `/api/venuemachine/${machine}/guest_scores/code/`, {})
  expect([renewed.body.code === code, (await page()).status]).toEqual([false, 404])
  await own('DELETE', `/api/venuemachine/${machine}/`)
  expect((await call(whole.app, 'GET', `/api/send/${renewed.body.code}/`)).status).toBe(404)
  const [id] = await idsOf()
  expect(await decide([id!], true)).toEqual([
    {
      id,
      state: 'waiting',
      game: null,
      detail: 'This machine was removed from its venue, so no score can be added to it.',
    },
  ])
  expect(await decide([id!], false)).toMatchObject([{ state: 'declined' }])
})

describe('ENT-14 the code of the day', () => {
  test('is asked for unless the owner says no, and guessed only so often', async () => {
    const { own, venue, send } = await stage({ asksDayCode: true })
    const { day_code } = (await own<VenueGuestScores>('GET', `/api/venue/${venue}/guest_scores/`)).body
    const wrong = String((Number(day_code) + 1) % 10_000).padStart(4, '0')
    expect((await send({})).body).toEqual({ day_code: ['Please enter the four digits of the code of the day'] })
    expect((await send({ day_code: wrong })).body).toEqual({
      day_code: ['This is not today’s code. Ask the staff for it.'],
    })
    expect((await send({ day_code: `${day_code.slice(0, 2)} ${day_code.slice(2)}` })).status).toBe(201)
    for (let guess = 0; guess < 20; guess += 1) await send({ day_code: wrong })
    expect(await send({ day_code })).toMatchObject({
      status: 429,
      body: {
        detail: 'Too many wrong codes came from here. Please ask the staff for the code, and try again in an hour.',
      },
    })
    expect((await send({ day_code }, newGuest(), '192.0.2.2')).status).toBe(201)
  })

  test('changes at noon, and is good until the next midnight, at every server', async () => {
    const { db } = database
    const noon = Date.UTC(2026, 4, 10, 12)
    const at = (ms: number) => new DayCodes(db, () => ms)
    const { code, until } = await at(noon).today(7)
    expect([code, until]).toEqual([expect.stringMatching(/^\d{4}$/), new Date(noon + dayMs)])
    const isGood = (ms: number, venue = 7) => at(ms).isGood(venue, code, { network: 'a' })
    expect(await Promise.all([-1, 0, 1.5 * dayMs - 1, 1.5 * dayMs].map((ms) => isGood(noon + ms)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(await isGood(noon, 8)).toBe(false)
  })
})

test.each<[string, object, string | undefined, number, object]>([
  ['letters', { score: '1O0' }, undefined, 400, { score: ['A score has only digits, such as 1,234,567'] }],
  ['25 digits', { score: '1'.repeat(25) }, undefined, 400, { score: ['A score has at most 13 digits'] }],
  ['a score below zero', { score: '-1' }, undefined, 400, { score: ['A score can’t be below zero'] }],
  ['letters that do not go up', { guest: 'fuk' }, undefined, 400, { guest: ['Please pick other letters'] }],
  ['no name', { guest: null }, undefined, 400, { guest: ['Please enter a name, or letters'] }],
  ['neither a login nor a browser’s token', {}, '', 401, { detail: 'Please log in.' }],
])(
  'ENT-15 a score with %s is refused with a sentence, and nothing is stored',
  async (_what, fields, authorization, status, body) => {
    const { send, waiting } = await stage()
    expect(await send(fields, authorization)).toMatchObject({ status, body })
    expect(await waiting()).toEqual([])
  },
)

test('ENT-15 a guest’s name that is somebody’s account is only a guest’s name, and accounts are asked for where walls do', async () => {
  const { own, send, accept, idsOf, machine, board } = await stage()
  await send({ guest: 'Ann Berg' })
  const game = await accept(await idsOf())
  const { body } = await call(whole.app, 'GET', `/api/game/${game}/timeline/`)
  const [{ player }] = (body as { scores: [{ player: { id: number; cached_display_name: string } }] }).scores
  expect([player.cached_display_name, player.id === ann.id]).toEqual(['Ann Berg', false])
  const { user_id } = await database.db
    .selectFrom('settled_scores')
    .select('user_id')
    .where('venue_machine_id', '=', machine)
    .executeTakeFirstOrThrow()
  expect(user_id).toBeNull()
  await own('PATCH', `/api/scoreboard/${board.id}/`, { claims: 'accounts' })
  expect([(await send({})).status, (await send({ guest: null }, `Token ${ann.token}`)).status]).toEqual([403, 201])
})

test('ENT-15 too many from one address are refused for an hour; what was sent stays, and others are not concerned', async () => {
  const limited = await buildWholeApp(database.db)
  try {
    const { send, own } = await stage({ on: limited })
    const statuses: number[] = []
    for (let at = 0; at < 120; at += 1) statuses.push((await send({})).status)
    expect(new Set(statuses)).toEqual(new Set([201]))
    expect(await send({})).toMatchObject({
      status: 429,
      body: { detail: expect.stringMatching(/^Too many scores came from here within an hour/) },
    })
    expect((await send({}, newGuest(), '192.0.2.99')).status).toBe(201)
    expect((await own<{ count: number }>('GET', '/api/waiting_score/?limit=1')).body.count).toBeGreaterThanOrEqual(121)
  } finally {
    await limited.close()
  }
})

test('ENT-15 of a machine at which 500 scores wait another one is refused, and those stay', async () => {
  const { send, machine } = await stage()
  await sql`
    insert into sent_scores (uuid, venue_machine_id, owner_id, guest, score) select gen_random_uuid(), ${machine}, ${owner.id}, 'ACE', n from generate_series(1, 500) n
  `.execute(database.db)
  expect(await send({})).toMatchObject({
    status: 409,
    body: { detail: 'Many scores wait at this machine already. Please try again when the staff have looked at them.' },
  })
  await database.db.deleteFrom('sent_scores').where('venue_machine_id', '=', machine).execute()
})

describe('ENT-16 the photo of a score', () => {
  const read = (path: string, authorization?: string) =>
    whole.app.inject({ url: path, headers: authorization === undefined ? {} : { authorization } })

  test('is made smaller without what the camera wrote, is the owner’s alone until the yes, and is then where the game is', async () => {
    const { sendPhoto, waiting, accept } = await stage()
    expect((await sendPhoto(await photo())).body).toMatchObject({ has_photo: true })
    const [{ id, has_photo }] = (await waiting()) as [WaitingScore]
    const address = `/api/waiting_score/${id}/photo/`
    expect([
      has_photo,
      (await read(address)).statusCode,
      (await read(address, `Token ${ann.token}`)).statusCode,
    ]).toEqual([true, 401, 404])
    const shown = await read(address, `Token ${owner.token}`)
    expect([shown.headers['content-type'], shown.headers['cache-control']]).toEqual(['image/jpeg', 'private, no-store'])
    // It was turned, too.
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1_067, height: 1_600 })
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined()
    const game = await accept([id])
    expect((await read(`/api/game/${game}/photo/`)).rawPayload).toEqual(shown.rawPayload)
    expect((await read(`/api/game/${game}/timeline/`)).json()).toMatchObject({ has_photo: true })
  })

  test('is gone at once with a no, and after 30 days; the score stays', async () => {
    const { sendPhoto, waiting, decide, idsOf } = await stage()
    for (let at = 0; at < 2; at += 1) await sendPhoto(await photo(300))
    const [declined, kept] = await idsOf()
    await decide([declined!], false)
    const status = async (id: number) =>
      (await read(`/api/waiting_score/${id}/photo/`, `Token ${owner.token}`)).statusCode
    expect([await status(declined!), await status(kept!)]).toEqual([404, 200])
    const tidyAfter = async (days: number) => {
      await sql`update score_photos set created_at = now() - ${days}::int * interval '1 day'`.execute(database.db)
      await tidy(database.db)
    }
    await tidyAfter(29)
    expect(await status(kept!)).toBe(200)
    await tidyAfter(31)
    expect([await status(kept!), (await waiting()).map(({ has_photo }) => has_photo)]).toEqual([404, [false]])
  })

  test('of another format, or of 40 MB, is refused with a sentence', async () => {
    const { sendPhoto, waiting } = await stage()
    const heic = new File([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')], 'photo.heic')
    expect((await sendPhoto(heic)).body).toEqual({ photo: ['Only PNG, JPEG and WebP pictures can be used'] })
    const heavy = new File([Buffer.alloc(40 * 1024 * 1024, 1)], 'photo.jpg')
    expect((await sendPhoto(heavy)).body).toEqual({ photo: ['A picture may have at most 16 MB'] })
    expect(await waiting()).toEqual([])
  })

  test('is added by the owner to a score that was added, replaced and removed, and not to a recorded game', async () => {
    const { own, machine, send, accept, idsOf } = await stage()
    await send({})
    const game = await accept(await idsOf())
    const put = async (id: number, width: number, token = owner.token) =>
      (
        await call(whole.app, 'POST', `/api/game/${id}/photo/`, {
          token,
          ...(await makeUpload({ photo: await photo(width) })),
        })
      ).status
    expect([await put(game, 300), await put(game, 400), await put(game, 300, ann.token)]).toEqual([201, 201, 404])
    const { rawPayload } = await read(`/api/game/${game}/photo/`)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ height: 320 })
    const removed = await own('DELETE', `/api/game/${game}/photo/`)
    expect([removed.status, (await read(`/api/game/${game}/photo/`)).statusCode]).toEqual([204, 404])
    const recorded = await database.db
      .insertInto('games')
      .values({
        venue_machine_id: machine,
        session_uuid: randomUUID(),
        sequence: 1,
        settled_at: new Date(),
        successful: true,
        duration_ms: null,
        current_player: null,
        current_ball: null,
        scores: ['5'],
        game_modes: [],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await put(recorded.id, 300)).toBe(409)
  })
})

test('ENT-17 scores of an account that is always accepted, and those of a machine that shows them at once, need no yes; the owner sees and revokes it', async () => {
  const { own, venue, machine, send, idsOf, decide } = await stage()
  const asAnn = () => send({ guest: null }, `Token ${ann.token}`)
  await asAnn()
  await decide(await idsOf(), true, true)
  expect((await asAnn()).body).toMatchObject({ state: 'accepted', game: expect.any(Number) })
  expect((await send({}, `Token ${ann.token}`)).body).toMatchObject({ state: 'waiting' })
  const { always } = (await own<VenueGuestScores>('GET', `/api/venue/${venue}/guest_scores/`)).body
  expect(always.map(({ user }) => user.id)).toEqual([ann.id])
  await own('DELETE', `/api/venue/${venue}/guest_scores/${ann.id}/`)
  expect((await asAnn()).body).toMatchObject({ state: 'waiting' })
  const changed = await own<VenueGuestScores>('PATCH', `/api/venue/${venue}/guest_scores/`, { mode: 'accept' })
  expect(changed.body).toMatchObject({ asks_day_code: false, machines: [{ id: machine, mode: 'accept' }], always: [] })
  expect((await send({})).body).toMatchObject({ state: 'accepted' })
})

test('ENT-18 an owner is told by one mail in 20 hours, while something new has waited for half an hour, however many servers do it', async () => {
  const { db } = database
  const { send, machine, idsOf } = await stage()
  const { email } = await db.selectFrom('users').select('email').where('id', '=', owner.id).executeTakeFirstOrThrow()
  await db.deleteFrom('waiting_mails').execute()
  await db.deleteFrom('sent_scores').where('venue_machine_id', '<>', machine).execute()
  const tell = async () => {
    await Promise.all([1, 2].map(() => tellOwners(db, new Outbox(), 'https://boards.example')))
    return db.selectFrom('mails').select(['subject', 'body']).where('recipient', '=', email).orderBy('id').execute()
  }
  const age = (table: 'sent_scores' | 'waiting_mails', column: string, hours: number) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - ${hours}::float8 * interval '1 hour'`.execute(db)
  await send({})
  expect(await tell()).toEqual([])
  await age('sent_scores', 'sent_at', 1)
  expect(await tell()).toMatchObject([
    {
      subject: '1 score of a guest waits for your yes',
      body: expect.stringContaining('https://boards.example/venues/waiting'),
    },
  ])
  // The same still waits, and then something new.
  await age('waiting_mails', 'told_at', 21)
  expect(await tell()).toHaveLength(1)
  await send({})
  await age('sent_scores', 'sent_at', 1)
  await age('waiting_mails', 'told_at', 19)
  expect(await tell()).toHaveLength(1)
  await age('waiting_mails', 'told_at', 21)
  expect((await tell()).map(({ subject }) => subject)).toEqual([
    '1 score of a guest waits for your yes',
    '2 scores of guests wait for your yes',
  ])
  expect(await idsOf()).toHaveLength(2)
})

test('ENT-19 a wall that the owner vouches for gets the link and the code of the day where the owner wants it, and no other wall does', async () => {
  const { own, venue, machine, board, code } = await stage({ asksDayCode: true })
  const ask = (query = '', token?: string) =>
    call(whole.app, 'GET', `/api/venuemachine/${machine}/guest_link/${query}`, { token })
  expect((await ask(`?key=${board.viewerKey}`)).body).toEqual({ code: null, day_code: null })
  const { day_code } = (await own<VenueGuestScores>('PATCH', `/api/venue/${venue}/guest_scores/`, { on_walls: true }))
    .body
  expect((await ask(`?key=${board.viewerKey}`)).body).toEqual({ code, day_code })
  expect([(await ask()).status, (await ask('', ann.token)).status]).toEqual([404, 404])
})

test('ENT-25 a phone takes back what still waits, and an account takes along what its guest has sent', async () => {
  const { send, sent, waiting, idsOf, decide } = await stage()
  const guest = newGuest()
  const { body } = await send({}, guest)
  const withdraw = (authorization: string) =>
    call(whole.app, 'DELETE', `/api/sent_score/${body.uuid}/`, { headers: { authorization } })
  expect([(await withdraw(newGuest())).status, (await withdraw(guest)).status, (await withdraw(guest)).status]).toEqual(
    [404, 204, 404],
  )
  expect(await sent(guest)).toEqual([])
  await send({ score: 10 }, guest)
  await decide(await idsOf(), true)
  await send({ score: 20 }, guest)
  await call(whole.app, 'POST', '/api/user_profile/guest_games/', {
    token: ann.token,
    body: { guest: guest.slice('Guest '.length) },
  })
  expect(await waiting()).toMatchObject([{ score: 20, guest: null, player: { id: ann.id } }])
})
