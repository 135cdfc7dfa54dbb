import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { readAvatar, readPicture, typeOf } from './images'

/** A picture with something to see: red left above, blue elsewhere. */
const drawn = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    {
      input: {
        create: { width: Math.ceil(width / 2), height: Math.ceil(height / 2), channels: 3, background: '#ff0000' },
      },
      left: 0,
      top: 0,
    },
  ])

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')

/** The smallest PNG that says it has this size: a header without pixels. */
function pngHeader(width: number, height: number): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('789c63000000010001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const colorAt = async (bytes: Buffer, left: number, top: number) => {
  const { data } = await sharp(bytes)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data[0]! > 200 && data[2]! < 50 ? 'red' : data[2]! > 200 && data[0]! < 50 ? 'blue' : [...data]
}

describe('API-06 what is taken', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
  ] as const)('%s stays what it is', async (format, type) => {
    const picture = await readPicture(await drawn().toFormat(format).toBuffer(), 'image')
    expect(picture).toMatchObject({ type, width: 60, height: 40 })
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format, width: 60, height: 40 })
    expect(picture.hash).toEqual(createHash('sha256').update(picture.bytes).digest())
    expect(await colorAt(picture.bytes, 5, 5)).toBe('red')
  })

  test('the same picture again is the same content', async () => {
    const upload = await drawn().jpeg().toBuffer()
    expect((await readPicture(upload, 'image')).hash).toEqual((await readPicture(upload, 'image')).hash)
  })

  test('it is upright and says nothing of the camera, the place and the author', async () => {
    const upload = await drawn()
      .withExif({
        IFD0: { Copyright: 'Ann Bell', ImageDescription: 'at home' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withIccProfile('p3')
      .withXmp(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>',
      )
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await sharp(upload).metadata()).toMatchObject({
      width: 60,
      height: 40,
      orientation: 6,
      exif: expect.any(Buffer),
      icc: expect.any(Buffer),
    })
    const picture = await readPicture(upload, 'image')
    expect(picture).toMatchObject({ width: 40, height: 60 })
    const metadata = await sharp(picture.bytes).metadata()
    for (const part of ['exif', 'icc', 'xmp', 'iptc', 'orientation', 'comments'] as const)
      expect(metadata[part]).toBeUndefined()
    expect(picture.bytes.toString('latin1')).not.toMatch(/Ann Bell|at home|adobe/)
    // What was above on the left is above on the right once it is turned.
    expect(await colorAt(picture.bytes, 35, 5)).toBe('red')
    expect(await colorAt(picture.bytes, 5, 5)).toBe('blue')
  })

  test('of an animation the first frame', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer()
    const upload = await sharp([await frame('#ff0000'), await frame('#0000ff')], { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    expect((await sharp(upload).metadata()).pages).toBe(2)
    const picture = await readPicture(upload, 'image')
    expect(picture).toMatchObject({ width: 20, height: 20 })
    expect((await sharp(picture.bytes).metadata()).pages ?? 1).toBe(1)
    expect(await colorAt(picture.bytes, 10, 10)).toBe('red')
  })

  test('no screen needs more than 4K', async () => {
    const upload = await sharp({ create: { width: 6000, height: 3000, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer()
    expect(await readPicture(upload, 'image')).toMatchObject({ width: 3840, height: 1920 })
  })

  test('16 bits a colour and transparency are taken', async () => {
    const upload = await sharp({
      create: { width: 10, height: 10, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
    })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    expect((await sharp(upload).metadata()).depth).toBe('ushort')
    const { bytes } = await readPicture(upload, 'image')
    expect(await sharp(bytes).metadata()).toMatchObject({ depth: 'uchar', hasAlpha: true })
  })
})

describe('API-06 what is not taken', () => {
  const refused = (bytes: Buffer | undefined) =>
    readPicture(bytes, 'image').then(
      () => 'taken',
      (error: { status: number; body: unknown }) => ({ status: error.status, body: error.body }),
    )
  const because = (sentence: string) => ({ status: 400, body: { image: [sentence] } })

  test.each([
    ['no file', undefined, 'Please choose a picture'],
    ['an empty file', Buffer.alloc(0), 'Please choose a picture'],
    ['a GIF', gif, 'Only PNG, JPEG and WebP pictures can be used'],
    ['an SVG', svg, 'Only PNG, JPEG and WebP pictures can be used'],
    ['a text', Buffer.from('hello'), 'Only PNG, JPEG and WebP pictures can be used'],
    ['a RIFF file of another kind', Buffer.from('RIFF0000WAVEfmt '), 'Only PNG, JPEG and WebP pictures can be used'],
    [
      'the first bytes of a PNG',
      Buffer.from('89504e470d0a1a0a', 'hex'),
      'The picture cannot be read: it is damaged or not complete',
    ],
    [
      'an SVG that begins like a JPEG',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg]),
      'The picture cannot be read: it is damaged or not complete',
    ],
    ['more than 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, 1), 'A picture may have at most 10 MB'],
    ['more than 40 megapixels', pngHeader(8001, 5000), 'A picture may have at most 40 megapixels'],
    [
      'more than 20,000 pixels on one side',
      pngHeader(1, 20_001),
      'A picture may be at most 20,000 pixels wide or high',
    ],
    ['a size of gigapixels', pngHeader(200_000, 200_000), 'A picture may have at most 40 megapixels'],
  ])('%s', async (_title, bytes, sentence) => {
    expect(await refused(bytes)).toEqual(because(sentence))
  })

  test.each(['png', 'jpeg', 'webp'] as const)('a %s that breaks off', async (format) => {
    const whole = await drawn(200, 200).toFormat(format, { quality: 100 }).toBuffer()
    expect(await refused(whole)).toBe('taken')
    expect(await refused(whole.subarray(0, Math.floor(whole.length * 0.6)))).toEqual(
      because('The picture cannot be read: it is damaged or not complete'),
    )
  })

  test('what its name says does not count, only what it begins with', async () => {
    expect(typeOf(await drawn().png().toBuffer())).toBe('image/png')
    expect(typeOf(gif)).toBeUndefined()
  })
})

test('PRO-03 a profile picture is a square of 250 pixels, cut at its sides', async () => {
  const wide = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#0000ff' } })
    .composite([
      { input: { create: { width: 300, height: 300, channels: 3, background: '#ff0000' } }, left: 300, top: 0 },
    ])
    .jpeg()
    .toBuffer()
  const picture = await readAvatar(wide, 'profile_picture')
  expect(picture).toMatchObject({ type: 'image/png', width: 250, height: 250 })
  for (const [left, top] of [
    [5, 5],
    [245, 245],
    [125, 125],
  ] as const)
    expect(await colorAt(picture.bytes, left, top)).toBe('red')
  await expect(readAvatar(gif, 'profile_picture')).rejects.toMatchObject({
    status: 400,
    body: { profile_picture: ['Only PNG, JPEG and WebP pictures can be used'] },
  })
})
