import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { SlideshowImage } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import * as v from 'valibot'
import { readPicture } from '../../ground/media/images'
import { mediaRoutes } from '../../ground/media/media.routes'
import { keeping, removeUnusedMedia } from '../../ground/media/media.store'
import {
  buildTestApp,
  call,
  makeScoreboard,
  makeSlideshow,
  makeUpload,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { slideshowImagesRoutes } from './slideshowImages.routes'
import { replaceReferences } from './boards.store'
import { insertSlideshowImage, removeUnusedImages } from './slideshowImages.store'

const database = useTestDatabase()
let app: FastifyInstance
let owner: Awaited<ReturnType<typeof makeUser>>
let stranger: Awaited<ReturnType<typeof makeUser>>

beforeAll(async () => {
  app = await buildTestApp(database.db, [
    slideshowImagesRoutes({ db: database.db, limits: { images: 1000, bytes: 1e9, uploadsPerHour: 1000 } }),
    mediaRoutes(database),
  ])
  owner = await makeUser(database.db)
  stranger = await makeUser(database.db)
})
afterAll(() => app.close())

/** Another picture for each colour. */
const drawn = (background = '#ff0000', format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width: 32, height: 18, channels: 3, background } })
    .toFormat(format)
    .toBuffer()

const post = async (
  bytes: Buffer,
  { token = owner.token, name = 'image', fileName = 'picture.png', type = 'image/png', on = app } = {},
) =>
  call(on, 'POST', '/api/slideshow_image/', {
    token,
    ...(await makeUpload({ [name]: new File([bytes], fileName, { type }) })),
  })

const posted = async (background: string) => v.parse(SlideshowImage, (await post(await drawn(background))).body)
const read = async (id: number, options: Parameters<typeof call>[3] & { key?: string } = {}) =>
  call(app, 'GET', `/api/slideshow_image/${id}/${options.key === undefined ? '' : `?key=${options.key}`}`, options)
const countMedia = async () => (await database.db.selectFrom('media').select('hash').execute()).length

describe('API-06 uploading a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('a %s, whatever it is called', async (format) => {
    const answer = await post(await drawn('#123456', format), {
      fileName: 'virus.exe',
      type: 'application/octet-stream',
    })
    expect(answer.status).toBe(201)
    const image = v.parse(v.strictObject(SlideshowImage.entries), answer.body)
    expect(image).toMatchObject({ width: 32, height: 18, image: expect.stringMatching(/^\/media\/[0-9a-f]{64}$/) })
    const served = await app.inject(image.image)
    expect(served.headers['content-type']).toBe(`image/${format}`)
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format, width: 32 })
  })

  test('the bytes are kept once, however often they come', async () => {
    const first = await posted('#010203')
    const before = await countMedia()
    const second = await posted('#010203')
    expect(second.image).toBe(first.image)
    expect(second.id).not.toBe(first.id)
    expect(await countMedia()).toBe(before)
  })

  test('API-06 API-10 what is no picture is refused under its field', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const wrongKind = { status: 400, body: { image: ['Only PNG, JPEG and WebP pictures can be used'] } }
    const missing = { status: 400, body: { image: ['Please choose a picture'] } }
    expect(await post(svg, { fileName: 'a.png' })).toMatchObject(wrongKind)
    expect(await post(await drawn(), { name: 'picture' })).toMatchObject(missing)
    expect(
      await call(app, 'POST', '/api/slideshow_image/', {
        token: owner.token,
        ...(await makeUpload({ image: 'text' })),
      }),
    ).toMatchObject(missing)
    expect(
      await call(app, 'POST', '/api/slideshow_image/', { token: owner.token, body: { image: 'text' } }),
    ).toMatchObject(missing)
    expect(await call(app, 'POST', '/api/slideshow_image/', { token: owner.token })).toMatchObject(missing)
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(
      await call(app, 'POST', '/api/slideshow_image/', { token: owner.token, body: 'no multipart', headers }),
    ).toMatchObject({
      status: 400,
      body: { non_field_errors: ['The upload could not be read'] },
    })
  })

  test('more than 10 MB is refused under its field', async () => {
    const answer = await post(Buffer.alloc(10 * 1024 * 1024 + 1, await drawn()))
    expect(answer).toMatchObject({ status: 400, body: { image: ['A picture may have at most 10 MB'] } })
  })

  test('so many a user, also of those that come at the same time, and so many an hour', async () => {
    const collector = await makeUser(database.db)
    const strict = await buildTestApp(database.db, [
      slideshowImagesRoutes({ db: database.db, limits: { images: 3, bytes: 1e9, uploadsPerHour: 6 } }),
    ])
    const bytes = await drawn()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post(bytes, { token: collector.token, on: strict })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400, 400, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      image: ['You have 3 pictures, which is the most allowed'],
    })
    expect(await post(bytes, { token: collector.token, on: strict })).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.any(String) },
    })
    expect((await post(bytes, { token: stranger.token, on: strict })).status).toBe(201)
    await strict.close()
  })

  test('RUN-05 so many bytes a user, and then is told', async () => {
    const [one, other] = [await drawn('#445566'), await drawn('#665544')]
    const { bytes } = await readPicture(one, 'image')
    const small = await buildTestApp(database.db, [
      slideshowImagesRoutes({ db: database.db, limits: { images: 500, bytes: bytes.length + 1, uploadsPerHour: 60 } }),
    ])
    const { token } = await makeUser(database.db)
    expect((await post(one, { token, on: small })).status).toBe(201)
    expect(await post(other, { token, on: small })).toMatchObject({
      status: 400,
      body: { image: [expect.stringMatching(/^With this one your pictures would have more than /)] },
    })
    await small.close()
  })
})

test('an upload without an end is answered and cut off long before it ends', async () => {
  const server = await buildTestApp(database.db, [slideshowImagesRoutes(database)])
  await server.listen({ port: 0, host: '127.0.0.1' })
  const socket: Socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (text) => (answer += text.toString()))
  socket.on('error', () => {})
  socket.write(
    [
      'POST /api/slideshow_image/ HTTP/1.1',
      'Host: localhost',
      `Authorization: Token ${owner.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${1024 ** 4}`,
      '',
      '--x',
      'Content-Disposition: form-data; name="image"; filename="a.png"',
      '',
      '',
    ].join('\r\n'),
  )
  const chunk = Buffer.alloc(1024 * 1024, 1)
  let sentMegabytes = 0
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const send = () => {
    if (socket.destroyed) return
    sentMegabytes += 1
    socket.write(chunk, () => setImmediate(send))
  }
  send()
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('{"image":["A picture may have at most 10 MB"]}')
  expect(sentMegabytes).toBeLessThan(60)
  await server.close()
})

describe('API-06 reading a picture of a slideshow', () => {
  test('its owner always; others when a slideshow that they may see shows it', async () => {
    const { id } = await posted('#0a0a0a')
    const missing = await read(999_999)
    expect(await read(id, { token: owner.token })).toMatchObject({
      status: 200,
      body: { id, image: expect.any(String), width: 32, height: 18 },
    })
    expect(await read(id)).toMatchObject({ status: 404, text: missing.text })

    const machine = await makeVenueMachine(database.db, owner.id)
    const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
    const items = [
      { type: 'slideshowimage' as const, id },
      { type: 'scoreboard' as const, id: board.id },
    ]
    const hidden = await makeSlideshow(database.db, owner.id, { isPublic: false, items })
    expect(await read(id, { key: board.viewerKey })).toMatchObject({ status: 404, text: missing.text })
    expect((await read(id, { key: hidden.viewerKey })).status).toBe(200)
  })

  test("somebody else's slideshow does not open it", async () => {
    const { id } = await posted('#0b0b0b')
    await makeSlideshow(database.db, stranger.id, { items: [{ type: 'slideshowimage', id }] })
    expect((await read(id)).status).toBe(404)
    expect((await read(id, { token: stranger.token })).status).toBe(404)
  })
})

describe('what is not needed goes', () => {
  const day = 86_400_000
  const longAgo = new Date(Date.now() - 30 * day)
  const lastWeek = new Date(Date.now() - 7 * day)
  const sweep = async () => ({
    images: await removeUnusedImages(database.db, lastWeek),
    media: await removeUnusedMedia(database.db, lastWeek),
  })
  const age = async (id: number) => {
    const { media } = await database.db
      .updateTable('slideshow_images')
      .set({ created_at: longAgo })
      .where('id', '=', id)
      .returning('media')
      .executeTakeFirstOrThrow()
    await database.db.updateTable('media').set({ created_at: longAgo }).where('hash', '=', media).execute()
  }
  /** Bytes that no picture of a slideshow has any more: their address, and the same bytes as they would be uploaded again. */
  const orphaned = async (background: string) => {
    const { id, image } = await posted(background)
    await age(id)
    await database.db.deleteFrom('slideshow_images').where('id', '=', id).execute()
    return { image, picture: await readPicture(await drawn(background), 'image') }
  }
  /** until somebody waits for what a transaction holds */
  const untilBlocked = async () => {
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting.execute(database.db)).rows.length === 0);
  }
  const status = async (image: string) => (await app.inject(image)).statusCode

  test('old pictures that nothing shows, and their bytes; never those of slideshows, profiles or of this week', async () => {
    await sweep()
    const [unused, shown, young, both] = [
      await posted('#100000'),
      await posted('#200000'),
      await posted('#300000'),
      await posted('#400000'),
    ]
    await makeSlideshow(database.db, owner.id, { items: [{ type: 'slideshowimage', id: shown.id }] })
    const face = await readPicture(await drawn('#500000'), 'image')
    await database.db
      .insertInto('media')
      .values({ ...face, created_at: longAgo })
      .execute()
    await database.db.updateTable('users').set({ picture: face.hash }).where('id', '=', stranger.id).execute()
    const twin = await posted('#400000')
    for (const { id } of [unused, shown, both]) await age(id)
    await database.db.updateTable('media').set({ created_at: longAgo }).execute()

    expect(await sweep()).toMatchObject({ images: 2 })
    expect(await status(unused.image)).toBe(404)
    for (const { image } of [shown, young, twin]) expect(await status(image)).toBe(200)
    expect(await status(`/media/${face.hash.toString('hex')}`)).toBe(200)
    expect((await read(both.id, { token: owner.token })).status).toBe(404)
    expect((await read(twin.id, { token: owner.token })).status).toBe(200)
  })

  test('bytes that are being uploaded again at the same moment stay', async () => {
    const { image, picture } = await orphaned('#600000')
    const uploading = await database.db.startTransaction().execute()
    await keeping(picture).execute(uploading)
    const sweeping = sweep()
    await untilBlocked()
    const id = await insertedIn(uploading, picture.hash)
    await uploading.commit().execute()
    expect(await sweeping).toEqual({ images: 0, media: 0 })
    expect(await status(image)).toBe(200)
    expect((await read(id, { token: owner.token })).status).toBe(200)
  })

  test('bytes that are removed at the moment of an upload are kept again', async () => {
    const { image, picture } = await orphaned('#700000')
    const removing = await database.db.startTransaction().execute()
    await removing.deleteFrom('media').where('hash', '=', picture.hash).execute()
    const uploading = insertSlideshowImage(database.db, owner.id, picture, { images: 1000, bytes: 1e9 })
    await untilBlocked()
    await removing.commit().execute()
    expect(await uploading).toEqual(expect.any(Number))
    expect(await status(image)).toBe(200)
  })

  test('a picture that a slideshow takes up at the same moment stays', async () => {
    const { id } = await posted('#800000')
    await age(id)
    const { id: slideshow } = await makeSlideshow(database.db, owner.id, {
      items: [{ type: 'slideshowimage', id: (await posted('#900000')).id }],
    })
    const saving = await database.db.startTransaction().execute()
    await replaceReferences(saving, { type: 'slideshow', id: slideshow }, [
      { place: 'items.*.item_id', field: 'items', kind: 'slideshowimage', id, rule: { to: ['slideshowimage'] } },
    ])
    expect(await sweep()).toMatchObject({ images: 0 })
    await saving.commit().execute()
    expect((await read(id)).status).toBe(200)
  })
})

const insertedIn = async (db: typeof database.db, media: Buffer) =>
  (
    await db
      .insertInto('slideshow_images')
      .values({ owner_id: owner.id, media })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
