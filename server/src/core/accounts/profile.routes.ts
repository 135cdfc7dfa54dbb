import { Profile, ProfileInput } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { parse } from '../../ground/http/parse'
import { countCall, perUser, WindowLimit } from '../../ground/http/limits'
import { acceptUploads, readBody } from '../../ground/http/uploads'
import { imageTypes, pictureUpload } from '../../ground/media/images'
import { pictureSlots } from '../../ground/media/concurrency'
import { changeProfile, profileOf } from './profile.service'

interface ProfileDependencies {
  db: Kysely<Tables>
  /** called after a user's names or picture changed: boards show them */
  onRenamed: (userId: number) => Promise<void>
  updatesPerMinute: number
}

const minuteMs = 60_000
/** of an account, in an hour, refused ones included: each costs a second of a processor, and is kept for a week after it was replaced */
const picturesPerHour = 30

/** One's own profile. */
export function profileRoutes({ db, onRenamed, updatesPerMinute }: ProfileDependencies): FastifyPluginAsync {
  const pictures = new WindowLimit(picturesPerHour, 60 * minuteMs)

  return async (app) => {
    await acceptUploads(app)

    app.get(
      '/api/user_profile/get/',
      describes({ summary: 'Your profile', actor: 'user', answers: { 200: Profile } }),
      async (request) => profileOf(db, requireUser(request)),
    )

    const update = describes(
      {
        summary: 'Change some fields of your profile',
        actor: 'user',
        body: ProfileInput,
        upload: { file: 'profile_picture', types: imageTypes },
        answers: { 200: Profile },
        refusals: [413, 415, 429],
      },
      perUser(updatesPerMinute, minuteMs),
    )
    app.patch('/api/user_profile/update/', update, async (request) => {
      const userId = requireUser(request)
      const { profile, isRenamed } = await pictureSlots.take(userId, async () => {
        const { fields, files } = await readBody(request, pictureUpload)
        // A form without a chosen file sends an empty one.
        if (app.isLimited && files.profile_picture?.length) countCall(pictures, String(userId))
        return changeProfile(db, userId, parse(ProfileInput, fields), files.profile_picture)
      })
      // The change is stored, so it succeeds even if boards learn of it late.
      if (isRenamed)
        await onRenamed(userId).catch((error: unknown) =>
          request.log.error({ err: error }, 'boards may show an old name'),
        )
      return profile
    })
  }
}
