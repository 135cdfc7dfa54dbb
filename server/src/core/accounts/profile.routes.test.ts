import { Entry, Profile } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import * as v from 'valibot'
import { boardRoutes } from '../boards/boards.routes'
import { builtInKinds } from '../boards/kinds'
import { BoardChanges } from '../boards/changes'
import { claimSlot } from '../games/claims'
import { Games } from '../games/games.service'
import { gamesStore } from '../games/games.store'
import { listTopScores } from '../games/scores.store'
import { Outbox } from '../../ground/mails/outbox'
import { mediaRoutes } from '../../ground/media/media.routes'
import {
  buildTestApp,
  call,
  makeScoreboard,
  makeUpload,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { accountsRoutes } from './accounts.routes'

const database = useTestDatabase()
let app: FastifyInstance
let user: Awaited<ReturnType<typeof makeUser>>
let renamed: number[] = []
let onRenamed = async (userId: number): Promise<void> => void renamed.push(userId)

beforeAll(async () => {
  const { db } = database
  app = await buildTestApp(db, [
    accountsRoutes({
      db,
      outbox: new Outbox(),
      publicUrl: 'http://localhost:3000',
      onRenamed: (userId) => onRenamed(userId),
      limits: { updatesPerMinute: 1000 },
    }),
    mediaRoutes({ db }),
    boardRoutes(builtInKinds.scoreboard, { db, changes: new BoardChanges() }),
  ])
})
beforeEach(async () => {
  renamed = []
  user = await makeUser(database.db, { first_name: 'Ann', last_name: 'Bell', initials: 'AB', display_name: 'Annie' })
})
afterAll(() => app.close())

const update = async (fields: Record<string, string | File>, token = user.token) =>
  call(app, 'PATCH', '/api/user_profile/update/', { token, ...(await makeUpload(fields)) })
const picture = async (background = '#00ff00') =>
  new File(
    [
      await sharp({ create: { width: 300, height: 200, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    ],
    'profile.png',
    { type: 'image/png' },
  )
const ownProfile = async () => (await call(app, 'GET', '/api/user_profile/get/', { token: user.token })).body as Profile

describe('PRO-03 API-03 changing the profile', () => {
  test('names and picture at once, as the form sends them; boards are told', async () => {
    const answer = await update({
      profile_picture: await picture(),
      display_name: 'The Ann',
      first_name: 'Anna',
      last_name: 'Ball',
      initials: 'AXB',
      ifpa_id: '12345',
    })
    expect(answer.status).toBe(200)
    const profile = v.parse(v.strictObject(Profile.entries), answer.body)
    expect(profile).toMatchObject({
      id: user.id,
      username: user.username,
      display_name: 'The Ann',
      cached_display_name: 'The Ann',
      first_name: 'Anna',
      last_name: 'Ball',
      initials: 'AXB',
      ifpa_id: '12345',
      verify_before: expect.any(String),
    })
    const served = await app.inject(profile.profile_picture!)
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'png', width: 250, height: 250 })
    expect(await ownProfile()).toEqual(profile)
    expect(renamed).toEqual([user.id])
    expect((await call(app, 'GET', `/api/user/${user.id}`, { token: user.token })).body).toMatchObject({
      profile_picture: profile.profile_picture,
    })
  })

  test('only given fields change', async () => {
    await update({ profile_picture: await picture('#ff00ff'), ifpa_id: '7' })
    const before = await ownProfile()
    expect((await update({ first_name: 'Anna' })).body).toEqual({ ...before, first_name: 'Anna' })
    expect((await update({ display_name: '', ifpa_id: '' })).body).toEqual({
      ...before,
      first_name: 'Anna',
      display_name: '',
      cached_display_name: 'Anna Bell',
      ifpa_id: null,
    })
    expect((await update({ nothing: 'else' })).body).toMatchObject({
      first_name: 'Anna',
      profile_picture: before.profile_picture,
    })
    expect((await update({ profile_picture: await picture('#0000ff') })).body).toMatchObject({
      first_name: 'Anna',
      initials: 'AB',
    })
    expect((await ownProfile()).profile_picture).not.toBe(before.profile_picture)
  })

  test('a form without a chosen file leaves the picture as it is', async () => {
    await update({ profile_picture: await picture() })
    const before = await ownProfile()
    expect((await update({ profile_picture: new File([], ''), first_name: 'Anna' })).body).toEqual({
      ...before,
      first_name: 'Anna',
    })
    expect((await update({ profile_picture: before.profile_picture!, first_name: 'Anne' })).body).toEqual({
      ...before,
      first_name: 'Anne',
    })
  })

  test('JSON and a plain form are taken too', async () => {
    expect(
      await call(app, 'PATCH', '/api/user_profile/update', { token: user.token, body: { last_name: 'Ball' } }),
    ).toMatchObject({ status: 200, body: { last_name: 'Ball' } })
    const form = {
      body: 'first_name=Anna&initials=A',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    expect((await call(app, 'PATCH', '/api/user_profile/update/', { token: user.token, ...form })).body).toMatchObject({
      first_name: 'Anna',
      initials: 'A',
      last_name: 'Ball',
    })
    expect((await call(app, 'PATCH', '/api/user_profile/update/', { token: user.token, body: [] })).status).toBe(200)
  })

  test('what is not the user to change is ignored', async () => {
    const body = {
      id: 1,
      username: 'root',
      email: 'eve@example.com',
      user_roles: [],
      verified_at: '2020-01-01',
      cached_display_name: 'X',
      picture: 'aa',
      first_name: 'Anna',
    }
    const { body: profile } = await call(app, 'PATCH', '/api/user_profile/update/', { token: user.token, body })
    expect(profile).toMatchObject({ id: user.id, username: user.username, profile_picture: null, first_name: 'Anna' })
    expect(
      await database.db
        .selectFrom('users')
        .select(['email', 'verified_at'])
        .where('id', '=', user.id)
        .executeTakeFirst(),
    ).toEqual({
      email: `${user.username}@example.com`,
      verified_at: null,
    })
  })

  test.each([
    ['no first name', { first_name: ' ' }, { first_name: ['First name should not be empty'] }],
    ['no last name', { last_name: '' }, { last_name: ['Last name should not be empty'] }],
    ['no initials', { initials: '' }, { initials: ['Initials must less than 4 characters'] }],
    ['long initials', { initials: 'ABCD' }, { initials: ['Initials must less than 4 characters'] }],
    ['a number that is none', { ifpa_id: '12a' }, { ifpa_id: ['A federation number has digits only, 10 at most'] }],
    [
      'a switch that is neither on nor off',
      { prefer_initials: 'maybe' },
      { prefer_initials: ['true or false is expected'] },
    ],
    ['a name with a line break', { display_name: 'A\r\nB' }, { display_name: ['Control characters are not allowed'] }],
    [
      'several at once',
      { first_name: '', initials: '' },
      { first_name: ['First name should not be empty'], initials: ['Initials must less than 4 characters'] },
    ],
  ])('PRO-02 API-10 %s is refused under its field, and nothing changes', async (_title, fields, errors) => {
    const before = await ownProfile()
    expect(await update({ ...fields, profile_picture: await picture() })).toMatchObject({ status: 400, body: errors })
    expect(await ownProfile()).toEqual(before)
    expect(renamed).toEqual([])
  })

  test('API-10 a picture that is none is refused under its field, and nothing changes', async () => {
    const answer = await update({
      first_name: 'Anna',
      profile_picture: new File(['<svg/>'], 'profile.png', { type: 'image/png' }),
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { profile_picture: ['Only PNG, JPEG and WebP pictures can be used'] },
    })
    const empty = await update({
      first_name: 'Anna',
      profile_picture: new File([], 'profile.png', { type: 'image/png' }),
    })
    expect(empty).toMatchObject({ status: 400, body: { profile_picture: ['Please choose a picture'] } })
    expect(await ownProfile()).toMatchObject({ first_name: 'Ann' })
  })

  test('RUN-05 so many pictures an hour, refused ones included; what else is changed does not count', async () => {
    const send = async () =>
      (await update({ first_name: 'Anna', profile_picture: new File(['<svg/>'], 'profile.png') })).status
    const statuses: number[] = []
    while (statuses.at(-1) !== 429 && statuses.length < 40) statuses.push(await send())
    expect(statuses).toEqual([...Array<number>(30).fill(400), 429])
    expect((await update({ first_name: 'Anna' })).status).toBe(200)
  })

  test('boards that cannot be told are no reason to refuse it', async () => {
    const before = onRenamed
    onRenamed = () => Promise.reject(new Error('busy'))
    expect(await update({ first_name: 'Anna' })).toMatchObject({ status: 200, body: { first_name: 'Anna' } })
    onRenamed = before
  })

  test('RUN-05 boards are told when they show something else, and not when nothing changed that they show', async () => {
    await update({ display_name: 'Ann', initials: 'AB', profile_picture: await picture('#112233') })
    renamed = []
    const unseen: Record<string, string | File>[] = [
      { display_name: 'Ann' },
      { ifpa_id: '99' },
      { last_name: 'Other' },
      { profile_picture: await picture('#112233') },
    ]
    for (const fields of unseen) expect((await update(fields)).status).toBe(200)
    expect(renamed).toEqual([])
    const seen: Record<string, string | File>[] = [
      { display_name: 'Anne' },
      { initials: 'AC' },
      { profile_picture: await picture('#332211') },
    ]
    for (const fields of seen) await update(fields)
    expect(renamed).toEqual([user.id, user.id, user.id])
  })

  test('a user who is shown somewhere is shown with the new name and picture', async () => {
    const { db } = database
    const machine = await makeVenueMachine(db, user.id)
    const board = await makeScoreboard(db, user.id, { venueMachineIds: [machine] })
    const games = new Games(gamesStore(db))
    const before = onRenamed
    onRenamed = (userId) => games.renamed(userId)
    const play = (fields: object) =>
      games.record(
        machine,
        v.parse(Entry, { session_uuid: 'a'.repeat(32), current_player: 1, current_p1_score: 5000, ...fields }),
      )
    await play({})
    await claimSlot(db, games, machine, 1, user.id)
    expect((await games.current(machine))?.scores).toMatchObject([
      { player: { cached_display_name: 'Annie', profile_picture: null } },
    ])

    const { body } = await update({ display_name: 'The Ann', profile_picture: await picture('#a1b2c3') })
    const shown = { id: user.id, cached_display_name: 'The Ann', profile_picture: (body as Profile).profile_picture }
    expect(shown.profile_picture).toMatch(/^\/media\/[0-9a-f]{64}$/)
    expect((await games.current(machine))?.scores).toMatchObject([{ player: shown }])
    await play({ active: false })
    expect(await listTopScores(db, machine, 10)).toMatchObject([{ player: shown }])
    expect((await call(app, 'GET', `/api/scoreboard/${board.id}/`)).body).toMatchObject({
      user_roles: [{ user: shown }],
    })
    onRenamed = before
    await games.close()
  })

  test('PRO-05 who prefers initials is shown with them where scores are, and boards are told once', async () => {
    const { db } = database
    const machine = await makeVenueMachine(db, user.id)
    const games = new Games(gamesStore(db))
    const before = onRenamed
    onRenamed = async (userId) => {
      renamed.push(userId)
      await games.renamed(userId)
    }
    await games.record(
      machine,
      v.parse(Entry, { session_uuid: 'c'.repeat(32), current_player: 1, current_p1_score: 5000 }),
    )
    await claimSlot(db, games, machine, 1, user.id)
    const shown = async () => (await games.current(machine))?.scores[0]?.player
    expect(await ownProfile()).toMatchObject({ prefer_initials: false })
    expect(await shown()).toMatchObject({ prefer_initials: false })
    expect((await update({ prefer_initials: 'true' })).body).toMatchObject({ prefer_initials: true, initials: 'AB' })
    expect(await shown()).toMatchObject({ initials: 'AB', prefer_initials: true })
    await update({ prefer_initials: 'true' })
    expect(renamed).toEqual([user.id])
    const json = { token: user.token, body: { prefer_initials: false } }
    expect((await call(app, 'PATCH', '/api/user_profile/update/', json)).body).toMatchObject({ prefer_initials: false })
    expect(await shown()).toMatchObject({ prefer_initials: false })
    onRenamed = before
    await games.close()
  })

  test('two users with the same picture share its bytes', async () => {
    const other = await makeUser(database.db)
    const [mine, theirs] = [
      await update({ profile_picture: await picture('#abcdef') }),
      await update({ profile_picture: await picture('#abcdef') }, other.token),
    ]
    expect((mine.body as Profile).profile_picture).toBe((theirs.body as Profile).profile_picture)
  })
})
