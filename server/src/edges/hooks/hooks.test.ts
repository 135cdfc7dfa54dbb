import { randomUUID } from 'node:crypto'
import { HookWithSecret } from '@multiball/shared/schema'
import type { Hook, HookDelivery, HookInput, Moment } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { tellDue } from '../../core/games/moments/moments.service'
import type { guardedPost, PostAnswer } from '../../ground/http/guardedPost'
import { Outbox } from '../../ground/mails/outbox'
import { networkIn } from '../../ground/process/networks'
import {
  buildTestApp,
  call,
  makeScoreboard,
  makeUser,
  makeVenue,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { makeDeviceKey } from '../../testing/devices'
import { buildWholeApp } from '../../testing/wholeApp'
import { HookSender, pauseAfter } from './hookSender'
import { hooksRoutes } from './hooks.routes'
import { Hooks } from './hooks.service'
import { momentStream } from './momentStream'
import { signatureOf } from './signature'

const database = useTestDatabase()
const publicUrl = 'https://boards.example.com'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const clock = { now: Date.now() }
const now = () => clock.now

const failed = (error: unknown) => {
  throw error
}

/** What the stream has, in order. */
const entries: Moment[] = []
const makeMoment = (venueId: number, fields: Partial<Moment> = {}): Moment => {
  const place = entries.length + 1
  const moment: Moment = {
    id: `day_record:${place}:1`,
    place,
    state: 'told',
    kind: 'day_record',
    venuemachine: { id: 3, venue: { id: venueId, name: 'Bar' }, machine: { id: 4, name: 'Taxi' } },
    game: place,
    position: 1,
    score: 1_000 * place,
    player: null,
    previous: null,
    happened_on: new Date(clock.now).toISOString(),
    told_on: new Date(clock.now).toISOString(),
    ...fields,
  }
  entries.push(moment)
  return moment
}
const stream = {
  newest: async () => entries.length,
  entries: async (of: { venue_id: number | null }, { after, upTo }: { after: number; upTo: number }, limit: number) =>
    entries
      .filter(({ place, venuemachine }) => place > after && place <= upTo && venuemachine.venue.id === of.venue_id)
      .slice(0, limit),
}

type Post = typeof guardedPost
const posts: { url: string; headers: Record<string, string>; body: string }[] = []
const good: PostAnswer = { status: 204, text: '', retryAfter: undefined }
/** what is answered, by the host that is asked */
let answers: Record<string, () => Promise<PostAnswer> | PostAnswer>
const post: Post = async (url, { headers, body }) => {
  posts.push({ url: url.href, headers, body })
  return (await answers[url.host]?.()) ?? good
}

const makeHooks = () =>
  new Hooks({ db: database.db, stream, publicUrl, networks: [networkIn('10.0.0.0/8')], onError: failed, now })
const makeSender = () =>
  new HookSender({
    db: database.db,
    outbox: new Outbox(),
    publicUrl,
    networks: [],
    newestPlace: stream.newest,
    onError: failed,
    clock: { now },
    post,
  })

let hooks: Hooks
let sender: HookSender
let app: FastifyInstance
let owner: Awaited<ReturnType<typeof makeUser>>
let venue: number

beforeAll(async () => {
  hooks = makeHooks()
  app = await buildTestApp(database.db, [hooksRoutes({ hooks })], { isLimited: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  await database.db.deleteFrom('hooks').execute()
  await database.db.deleteFrom('mails').execute()
  entries.splice(0)
  posts.splice(0)
  clock.now = Date.now()
  answers = {}
  owner = await makeUser(database.db, { verified_at: new Date() })
  venue = await makeVenue(database.db, owner.id)
  sender = makeSender()
})

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = owner.token) =>
  call(app, method, `/api/hook/${path}`, { token, body })
const make = async (input: Partial<HookInput> = {}) => {
  const answer = await ask('POST', '', { venue, url: 'https://a.example/hook', ...input })
  expect(answer.status).toBe(201)
  return v.parse(v.strictObject(HookWithSecret.entries), answer.body)
}
const read = async (id: number) => (await ask('GET', `${id}/`)).body as Hook
const deliveries = async (id: number) =>
  ((await ask('GET', `${id}/delivery/`)).body as { results: HookDelivery[] }).results
/** A pass of the reader, and of the sender. */
const pass = async () => {
  await hooks.read()
  await sender.wake()
}
const momentsPosted = () => posts.map(({ body }) => (JSON.parse(body) as { moment: Moment }).moment.id)

test('HOK-01 HOK-04 each moment is posted once, signed, and its delivery can be read with what was answered', async () => {
  const { id, secret } = await make()
  const moment = makeMoment(venue)
  makeMoment(await makeVenue(database.db, owner.id))
  answers['a.example'] = () => ({ status: 200, text: 'thanks', retryAfter: undefined })
  await pass()
  await pass()
  expect(posts).toEqual([
    {
      url: 'https://a.example/hook',
      body: JSON.stringify({ type: 'moment', moment }),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Multiball (+https://boards.example.com)',
        'multiball-delivery': expect.stringMatching(/^[\da-f-]{36}$/),
        'multiball-signature': signatureOf(posts[0]!.body, [secret], new Date(clock.now)),
      },
    },
  ])
  expect(await deliveries(id)).toMatchObject([
    {
      id: posts[0]!.headers['multiball-delivery'],
      moment: moment.id,
      state: 'delivered',
      attempts: 1,
      status: 200,
      answer: 'thanks',
      trouble: null,
      next_attempt_at: null,
    },
  ])
  expect(await read(id)).toMatchObject({ waiting: 0, failing_since: null, paused_at: null })
})

test('HOK-07 however many servers read and send, each moment is posted once, one at a time and in order', async () => {
  await make()
  const told = Array.from({ length: 30 }, () => makeMoment(venue).id)
  let atOnce = 0
  answers['a.example'] = async () => {
    atOnce += 1
    expect(atOnce).toBe(1)
    await new Promise(setImmediate)
    atOnce -= 1
    return good
  }
  const others = [makeHooks(), makeHooks()]
  await Promise.all([hooks, ...others].map((one) => one.read()))
  const senders = [sender, makeSender()]
  await Promise.all(senders.map((one) => one.wake()))
  // One that found the other at it.
  await sender.wake()
  expect(momentsPosted()).toEqual(told)
})

test('HOK-07 what a server left that died is posted again under the same id', async () => {
  await make()
  makeMoment(venue)
  await hooks.read()
  let letGo = () => {}
  answers['a.example'] = () => new Promise((resolve) => (letGo = () => resolve(good)))
  const died = makeSender().wake()
  while (posts.length === 0) await new Promise(setImmediate)
  await sender.wake()
  expect(posts).toHaveLength(1)
  answers = {}
  clock.now += minuteMs
  await sender.wake()
  expect(new Set(posts.map(({ headers }) => headers['multiball-delivery'])).size).toBe(1)
  expect(posts).toHaveLength(2)
  letGo()
  await died
})

test('HOK-09 what fails is tried again after pauses that grow; the hook says since when', async () => {
  const { id } = await make()
  makeMoment(venue)
  makeMoment(venue)
  answers['a.example'] = () => ({ status: 500, text: 'oops', retryAfter: undefined })
  const begun = clock.now
  await pass()
  expect(posts).toHaveLength(1)
  expect(await read(id)).toMatchObject({ waiting: 2, failing_since: new Date(begun).toISOString() })
  expect((await deliveries(id)).at(-1)).toMatchObject({
    state: 'waiting',
    status: 500,
    answer: 'oops',
    trouble: 'It answered with status 500.',
    next_attempt_at: new Date(begun + 10_000).toISOString(),
  })
  clock.now += 9_999
  await pass()
  expect(posts).toHaveLength(1)
  answers = {}
  clock.now += 1
  await pass()
  expect(momentsPosted().sort()).toEqual(['day_record:1:1', 'day_record:1:1', 'day_record:2:1'])
  expect(await read(id)).toMatchObject({ waiting: 0, failing_since: null })
  expect([1, 2, 3, 4, 5, 50].map(pauseAfter)).toEqual([10_000, 30_000, 120_000, 600_000, 1_800_000, 1_800_000])
})

test('HOK-09 a receiver that asks for patience is left alone for so long', async () => {
  await make()
  makeMoment(venue)
  answers['a.example'] = () => ({ status: 429, text: '', retryAfter: 90 })
  await pass()
  clock.now += 89_000
  await pass()
  expect(posts).toHaveLength(1)
  clock.now += 1_000
  await pass()
  expect(posts).toHaveLength(2)
})

test.each([
  [
    'a redirect',
    () => ({ ...good, status: 302 }),
    'It redirects to another address. Redirects are not followed: enter that address.',
  ],
  [
    'no host',
    () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
    'There is no host of this name.',
  ],
  [
    'no answer in time',
    () => Promise.reject(Object.assign(new Error('x'), { name: 'AbortError' })),
    'No answer came in time.',
  ],
])('HOK-09 %s is said in words', async (_what, answer, trouble) => {
  const { id } = await make()
  makeMoment(venue)
  answers['a.example'] = answer
  await pass()
  expect(await deliveries(id)).toMatchObject([{ state: 'waiting', trouble }])
})

test('HOK-10 after a day of failures a hook is paused, its owner is told by mail, and a test that arrives switches it on again', async () => {
  const { id } = await make()
  makeMoment(venue)
  answers['a.example'] = () => ({ status: 503, text: '', retryAfter: undefined })
  await pass()
  clock.now += dayMs
  makeMoment(venue)
  await pass()
  expect(await read(id)).toMatchObject({ paused_at: new Date(clock.now).toISOString(), waiting: 0 })
  const mails = await database.db.selectFrom('mails').selectAll().execute()
  expect(mails).toMatchObject([{ recipient: `${owner.username}@example.com`, subject: 'A webhook was paused' }])
  expect(mails[0]!.body).toContain('Silver Ball Arcade, at a.example\n')

  const tried = posts.length
  makeMoment(venue)
  clock.now += dayMs
  await pass()
  expect(posts).toHaveLength(tried)
  expect((await ask('POST', `${id}/test/`)).status).toBe(204)
  await sender.wake()
  expect((await deliveries(id))[0]).toMatchObject({ moment: null, state: 'failed', attempts: 1 })
  expect(await read(id)).toMatchObject({ paused_at: expect.any(String) })

  answers = {}
  await ask('POST', `${id}/test/`)
  await sender.wake()
  expect((await deliveries(id))[0]).toMatchObject({ moment: null, state: 'delivered' })
  expect(await read(id)).toMatchObject({ paused_at: null, failing_since: null })
  // What happened in between is in the stream.
  await pass()
  const next = makeMoment(venue)
  await pass()
  expect(momentsPosted().slice(-2)).toEqual(['test', next.id])
})

test('HOK-08 however many hooks hang, the others are told', async () => {
  for (let count = 0; count < 12; count += 1) await make({ url: `https://hang.example/${count}` })
  makeMoment(venue)
  // They have failed before.
  await database.db.updateTable('hooks').set({ failures: 1 }).execute()
  const hanging: (() => void)[] = []
  answers['hang.example'] = () => new Promise((resolve) => hanging.push(() => resolve(good)))
  await hooks.read()
  const busy = sender.wake()
  while (hanging.length < 4) await new Promise(setImmediate)

  await make({ url: 'https://b.example/' })
  makeMoment(venue)
  await hooks.read()
  void sender.wake()
  while (!posts.some(({ url }) => url === 'https://b.example/')) await new Promise(setImmediate)
  expect(hanging).toHaveLength(4)
  // What hung is let go, and what waited behind it comes.
  const letGo = setInterval(() => hanging.splice(0).forEach((one) => one()), 1)
  await busy
  clearInterval(letGo)
})

test('HOK-11 of many only as many wait as can be sent, and none is lost', async () => {
  const { id } = await make()
  const told = Array.from({ length: 250 }, () => makeMoment(venue).id)
  await hooks.read()
  expect(await read(id)).toMatchObject({ waiting: 100 })
  for (let passes = 0; passes < 3; passes += 1) await pass()
  expect(momentsPosted()).toEqual(told)
  // Of the old ones the last fifty are kept when new ones come.
  makeMoment(venue)
  await pass()
  const kept = await database.db.selectFrom('hook_deliveries').select('id').where('hook_id', '=', id).execute()
  expect([kept.length, (await deliveries(id)).length]).toEqual([51, 50])
})

test('HOK-03 Discord is told what has just happened, once', async () => {
  await make({ shape: 'discord', url: 'https://discord.example/api/webhooks/1/x' })
  const first = makeMoment(venue)
  await pass()
  makeMoment(venue, { id: first.id, state: 'corrected' })
  makeMoment(venue, { state: 'withdrawn' })
  makeMoment(venue, { happened_on: new Date(clock.now - dayMs).toISOString() })
  makeMoment(venue, { state: 'corrected' })
  makeMoment(venue, { kind: 'match_called' })
  await pass()
  expect(posts).toHaveLength(2)
})

test('HOK-04 while secrets change both sign, for a day', async () => {
  const { id, secret } = await make()
  const renewed = (await ask('POST', `${id}/secret/`)).body as HookWithSecret
  expect(renewed.secret).not.toBe(secret)
  expect(renewed.old_secret_until).not.toBeNull()
  makeMoment(venue)
  await pass()
  clock.now += 2 * dayMs
  makeMoment(venue)
  await pass()
  clock.now -= 2 * dayMs
  expect(posts.map(({ headers }) => headers['multiball-signature']!.split(',').length)).toEqual([3, 2])
  expect(JSON.stringify([await read(id), (await ask('GET', '')).body])).not.toContain(renewed.secret)
})

test.each([
  ['no address', { url: '' }, 'url'],
  ['what is none', { url: 'ftp://a.example' }, 'url'],
  ['a password', { url: 'https://a:b@a.example' }, 'url'],
  ['http', { url: 'http://93.184.216.34/' }, 'url'],
  ['a private address', { url: 'https://192.168.1.1/' }, 'url'],
  ['this machine in other digits', { url: 'https://0x7f000001/' }, 'url'],
  ['Multiball itself', { url: `${publicUrl}/api/entry/` }, 'url'],
  ['no venue', { venue: null }, 'venue'],
  ['a venue and a board', { board: { type: 'scoreboard', id: 1 } }, 'venue'],
  ['a board that does not exist', { venue: null, board: { type: 'scoreboard', id: 987_654 } }, 'board'],
  ['an unknown shape', { shape: 'xml' }, 'shape'],
])('HOK-05 HOK-12 a hook with %s is refused, and what is wrong is named', async (_what, fields, at) => {
  const { status, body } = await ask('POST', '', { venue, url: 'https://a.example/', ...fields })
  expect([status, Object.keys(body as object)]).toEqual([400, [at]])
})

test('HOK-06 HOK-12 what the operator allows is taken; others’ venues and boards are not, and an account has 50 hooks', async () => {
  await make({ url: 'http://10.1.2.3:8123/api/webhook/x' })
  const stranger = await makeUser(database.db)
  const { id: board } = await makeScoreboard(database.db, owner.id, {
    venueMachineIds: [await makeVenueMachine(database.db, owner.id)],
  })
  const ofBoard = { board: { type: 'scoreboard', id: board }, url: 'https://a.example/' }
  expect((await ask('POST', '', ofBoard)).body).toMatchObject({ venue: null, board: { id: board } })
  expect((await ask('POST', '', ofBoard, stranger.token)).status).toBe(400)
  expect((await ask('POST', '', { venue, url: 'https://a.example/' }, stranger.token)).status).toBe(400)
  for (let count = 2; count < 50; count += 1) await make()
  expect((await ask('POST', '', { venue, url: 'https://a.example/' })).body).toEqual({
    non_field_errors: ['You have 50 webhooks, which is the most allowed'],
  })
})

test('HOK-01 the moments of real games reach the hooks of their venue and of a board, and no others', async () => {
  const { db } = database
  const whole = await buildWholeApp(db, { isLimited: false })
  try {
    const machine = await makeVenueMachine(db, owner.id, { venueId: venue })
    const board = await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })
    const key = await makeDeviceKey(db, machine)
    const real = momentStream(db, { requireVisible: async () => {} })
    const own = new Hooks({ db, stream: real, publicUrl, networks: [], onError: failed, now })
    const made = await Promise.all(
      [{ venue }, { board: { type: 'scoreboard', id: board.id } }, { venue: await makeVenue(db, owner.id) }].map((of) =>
        own.create(owner.id, { venue: null, board: null, shape: 'multiball', url: 'https://a.example/', ...of }),
      ),
    )
    for (const score of [1_000, 2_000])
      await call(whole.app, 'POST', '/api/entry/', {
        token: key,
        body: { session_uuid: randomUUID(), active: false, current_p1_score: score },
      })
    while (!(await tellDue(db)));
    await own.read()
    const kinds = await Promise.all(
      made.map(async ({ id }) =>
        (await own.deliveries(owner.id, id)).map(({ moment }) => moment!.split(':')[0]).sort(),
      ),
    )
    expect(kinds).toEqual([['first_game', 'venue_record'], ['first_game', 'venue_record'], []])
  } finally {
    await whole.close()
  }
})
