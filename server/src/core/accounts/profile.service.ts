import type { Profile, ProfileInput } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { unauthorized } from '../../ground/http/refusals'
import { readAvatar } from '../../ground/media/images'
import { pictureAddress } from '../../ground/media/media.store'
import { findUser, updateProfile } from './accounts.store'
import { unverifiedForMs } from './logins.store'
import { shownName } from './publicUser'

type Db = Kysely<Tables>

/** A user's own profile. Throws 401 when the account is gone. */
export async function profileOf(db: Db, userId: number): Promise<Profile> {
  const user = await findUser(db, userId)
  if (!user) throw unauthorized()
  const { id, username, first_name, last_name, display_name, initials, prefer_initials, ifpa_id, is_operator } = user
  return {
    id,
    username,
    first_name,
    last_name,
    display_name,
    cached_display_name: shownName(user),
    initials,
    prefer_initials,
    ifpa_id,
    profile_picture: pictureAddress(user.picture),
    verify_before: user.verified_at ? null : new Date(user.created_at.getTime() + unverifiedForMs).toISOString(),
    is_operator,
  }
}

/** What boards show of a player. */
const shownOf = ({ cached_display_name, initials, prefer_initials, profile_picture }: Profile) =>
  [cached_display_name, initials, prefer_initials, profile_picture].join('\n')

/** Changes the given fields, and the picture when there is a file. Returns the profile, and whether boards must show it differently now. Throws 400. */
export async function changeProfile(
  db: Db,
  userId: number,
  fields: ProfileInput,
  file: Buffer | undefined,
): Promise<{ profile: Profile; isRenamed: boolean }> {
  const picture = file ? await readAvatar(file, 'profile_picture') : undefined
  const before = await profileOf(db, userId)
  await updateProfile(db, userId, fields, picture)
  const profile = await profileOf(db, userId)
  return { profile, isRenamed: shownOf(profile) !== shownOf(before) }
}
