import { createHash } from 'node:crypto'
import { avatarPixels, imageLimits, photoLimits } from '@multiball/shared/schema'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { invalid } from '../http/refusals'
import type { UploadLimits } from '../http/uploads'
import { limitConcurrency } from './concurrency'

/** MIME types of pictures that are taken. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
type ImageType = (typeof imageTypes)[number]

/** A picture as it is kept. */
export interface Picture {
  /** SHA-256 of the bytes */
  hash: Buffer
  type: ImageType
  /** pixels */
  width: number
  height: number
  bytes: Buffer
}

/** What is taken of a picture, in bytes and pixels. */
interface Limits {
  bytes: number
  pixels: number
}

/** in pixels: each row costs something, however short it is */
const longestEdge = 20_000

const sentencesFor = ({ bytes, pixels }: Limits) => ({
  missing: 'Please choose a picture',
  kind: 'Only PNG, JPEG and WebP pictures can be used',
  heavy: `A picture may have at most ${bytes / 1024 / 1024} MB`,
  large: `A picture may have at most ${pixels / 1_000_000} megapixels`,
  long: `A picture may be at most ${longestEdge.toLocaleString('en')} pixels wide or high`,
  broken: 'The picture cannot be read: it is damaged or not complete',
})

const refusal = (limits: Limits, field: string, reason: keyof ReturnType<typeof sentencesFor>) =>
  invalid({ [field]: [sentencesFor(limits)[reason]] })

const uploadOf = (limits: Limits): UploadLimits => ({
  fileBytes: limits.bytes,
  tooLarge: (field) => refusal(limits, field, 'heavy'),
})

/** How a body with a picture is read: one that is too heavy is a 400 of its field. */
export const pictureUpload = uploadOf(imageLimits)

/** The same of a photo. */
export const photoUpload = uploadOf(photoLimits)

// Live scores come first: one core a picture, two pictures at a time, and no memory kept between them.
sharp.concurrency(1)
sharp.cache(false)
const whenFree = limitConcurrency({ running: 2, waiting: 8 })
const patienceSeconds = 30

/** The longer edge of a 4K screen. */
const largestEdge = 3840
/** What is drawn by a program may be larger than what came: 4 MB of noise are 60 MB elsewhere. */
const heaviestBytes = 2 * imageLimits.bytes

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff])

/** What the bytes say they are, whatever the upload is called; undefined for everything that is not taken. */
export function typeOf(bytes: Buffer): ImageType | undefined {
  if (bytes.subarray(0, png.length).equals(png)) return 'image/png'
  if (bytes.subarray(0, jpeg.length).equals(jpeg)) return 'image/jpeg'
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
    ? 'image/webp'
    : undefined
}

/** An uploaded picture for a screen: upright, at most as large as a 4K screen, of the same type. Throws 400 under `field`, 503. */
export const readPicture = (bytes: Buffer | undefined, field: string): Promise<Picture> =>
  read(bytes, field, imageLimits, (picture, type) =>
    encoded(picture.resize({ width: largestEdge, height: largestEdge, fit: 'inside', withoutEnlargement: true }), type),
  )

/** An uploaded picture as a profile shows it: a square PNG, cut at its sides. Throws 400 under `field`, 503. */
export const readAvatar = (bytes: Buffer | undefined, field: string): Promise<Picture> =>
  read(bytes, field, imageLimits, (picture) =>
    encoded(picture.resize({ width: avatarPixels, height: avatarPixels, fit: 'cover' }), 'image/png'),
  )

/** A photo of a score: upright, at most {@link photoLimits} wide or high, a JPEG. Throws 400 under `field`, 503. */
export const readPhoto = (bytes: Buffer | undefined, field: string): Promise<Picture> =>
  read(bytes, field, photoLimits, (picture) =>
    picture
      .resize({ width: photoLimits.edge, height: photoLimits.edge, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 }),
  )

/** sharp leaves out all metadata; colours become sRGB with 8 bits. */
function encoded(picture: Sharp, type: ImageType): Sharp {
  if (type === 'image/png') return picture.png()
  return type === 'image/jpeg' ? picture.jpeg({ quality: 90 }) : picture.webp({ quality: 90 })
}

async function read(
  bytes: Buffer | undefined,
  field: string,
  limits: Limits,
  draw: (picture: Sharp, type: ImageType) => Sharp,
): Promise<Picture> {
  if (!bytes || bytes.length === 0) throw refusal(limits, field, 'missing')
  if (bytes.length > limits.bytes) throw refusal(limits, field, 'heavy')
  const type = typeOf(bytes)
  if (!type) throw refusal(limits, field, 'kind')
  return whenFree(async () => {
    // Of an animation the first frame, which is sharp's choice too.
    const source = sharp(bytes, {
      failOn: 'error',
      limitInputPixels: limits.pixels,
      sequentialRead: true,
      pages: 1,
    }).timeout({ seconds: patienceSeconds })
    const refuse = (error: Error) => {
      throw refusal(limits, field, /pixel limit/i.test(error.message) ? 'large' : 'broken')
    }
    const { width, height } = await source.metadata().catch(refuse)
    if (Math.max(width, height) > longestEdge) throw refusal(limits, field, 'long')
    const { data, info } = await draw(source.autoOrient().toColourspace('srgb'), type)
      .toBuffer({ resolveWithObject: true })
      .catch(refuse)
    if (data.length > heaviestBytes) throw refusal(limits, field, 'heavy')
    return {
      hash: createHash('sha256').update(data).digest(),
      type: `image/${info.format}` as ImageType,
      width: info.width,
      height: info.height,
      bytes: data,
    }
  })
}
