import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { buildTestApp, useTestDatabase } from '../../testing'
import { readPicture } from './images'
import { mediaRoutes } from './media.routes'
import { keeping, mediaAddress } from './media.store'

const database = useTestDatabase()
let app: FastifyInstance

beforeAll(async () => {
  app = await buildTestApp(database.db, [mediaRoutes(database)])
})
afterAll(() => app.close())

describe('the bytes', () => {
  test('are good for ever, for pages of every origin, and are no page themselves', async () => {
    const picture = await readPicture(
      await sharp({ create: { width: 32, height: 18, channels: 3, background: '#0c0c0c' } })
        .png()
        .toBuffer(),
      'image',
    )
    await keeping(picture).execute(database.db)
    const image = mediaAddress(picture.hash)
    const served = await app.inject(image)
    expect(served.statusCode).toBe(200)
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(served.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${image.slice('/media/'.length)}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    const head = await app.inject({ method: 'HEAD', url: image })
    expect(head.statusCode).toBe(200)
    expect(head.rawPayload).toHaveLength(0)
    expect(head.headers).toMatchObject({
      'content-length': String(served.rawPayload.length),
      'content-type': 'image/png',
      etag: served.headers.etag,
    })
    for (const known of [
      '*',
      String(served.headers.etag),
      `W/${served.headers.etag}`,
      `"other",${served.headers.etag}`,
    ]) {
      const again = await app.inject({ url: image, headers: { 'if-none-match': known } })
      expect(again.statusCode).toBe(304)
      expect(again.rawPayload).toHaveLength(0)
      expect(again.headers['cache-control']).toContain('immutable')
    }
    expect((await app.inject({ url: image, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  })

  test.each(['', 'abc', '0'.repeat(64), 'F'.repeat(64), '..%2f..%2fetc%2fpasswd', `${'0'.repeat(63)}g`])(
    '/media/%s is not there',
    async (hash) => {
      expect((await app.inject(`/media/${hash}`)).statusCode).toBe(404)
      expect((await app.inject({ url: `/media/${hash}`, headers: { 'if-none-match': `"${hash}"` } })).statusCode).toBe(
        404,
      )
    },
  )
})
