import { SlideshowImage } from '@multiball/shared/schema'
import type { SlideshowImage as SlideshowImageAnswer } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import type { Actor } from '../../ground/http/auth'
import { requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { idOf, KeyQuery, parse } from '../../ground/http/parse'
import { perUser } from '../../ground/http/limits'
import { invalid, notFound } from '../../ground/http/refusals'
import { acceptUploads, readBody } from '../../ground/http/uploads'
import { imageTypes, pictureUpload, readPicture } from '../../ground/media/images'
import { mediaAddress } from '../../ground/media/media.store'
import { pictureSlots } from '../../ground/media/concurrency'
import { findSlideshowImage, insertSlideshowImage, boardsShowingPicture } from './slideshowImages.store'
import type { ImageQuotas, SlideshowImageRow } from './slideshowImages.store'
import { canSee } from './visibility'

interface SlideshowImagesDependencies {
  db: Kysely<Tables>
  /** at most; for tests */
  limits?: ImageQuotas & { uploadsPerHour: number }
}

const hourMs = 3_600_000

/** Uploads that are refused count as well: each may cost a second of a processor. */
const defaultLimits = { images: 500, bytes: 500_000_000, uploadsPerHour: 300 }

const noRoomFor = {
  images: ({ images }: ImageQuotas) => `You have ${images} pictures, which is the most allowed`,
  bytes: ({ bytes }: ImageQuotas) =>
    `With this one your pictures would have more than ${bytes / 1e6} MB, which is the most allowed`,
}

const imageAnswer = ({
  id,
  media,
  width,
  height,
}: Pick<SlideshowImageRow, 'id' | 'media' | 'width' | 'height'>): SlideshowImageAnswer => ({
  id,
  image: mediaAddress(media),
  width,
  height,
})

/** Pictures that slideshows show. */
export function slideshowImagesRoutes({ db, limits = defaultLimits }: SlideshowImagesDependencies): FastifyPluginAsync {
  /** The owner, and whoever may see a slideshow that shows it. */
  async function isVisible(row: SlideshowImageRow, actor: Actor, key: string | undefined) {
    if (actor.type === 'user' && actor.userId === row.owner_id) return true
    return (await boardsShowingPicture(db, row)).some((slideshow) => canSee(slideshow, actor, key))
  }

  return async (app) => {
    await acceptUploads(app)

    const upload = describes(
      {
        summary: 'Upload a picture for slideshows',
        actor: 'user',
        scope: 'boards',
        upload: { file: 'image', types: imageTypes, required: true },
        answers: { 201: SlideshowImage },
        refusals: [413, 415, 429],
      },
      perUser(limits.uploadsPerHour, hourMs),
    )
    app.post('/api/slideshow_image/', upload, async (request, reply) => {
      const ownerId = requireUser(request)
      const picture = await pictureSlots.take(ownerId, async () => {
        const { files } = await readBody(request, pictureUpload)
        return readPicture(files.image, 'image')
      })
      const id = await insertSlideshowImage(db, ownerId, picture, limits)
      if (typeof id !== 'number') throw invalid({ image: [noRoomFor[id](limits)] })
      return reply.code(201).send(imageAnswer({ id, media: picture.hash, ...picture }))
    })

    const get = describes({
      summary: 'One picture of a slideshow',
      actor: 'optional',
      scope: 'read',
      query: KeyQuery,
      answers: { 200: SlideshowImage },
      refusals: [404],
    })
    app.get('/api/slideshow_image/:id/', get, async (request) => {
      const { key } = parse(KeyQuery, request.query)
      const row = await findSlideshowImage(db, idOf(request))
      if (!row || !(await isVisible(row, request.actor, key))) throw notFound()
      return imageAnswer(row)
    })
  }
}
