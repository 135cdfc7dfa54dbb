import { profileAtom } from '@multiball/shared/session'
import { Avatar, PageHeading } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import css from './ProfilePage.module.css'

/** Who is signed in, as the server knows them. */
export function ProfilePage() {
  const { profile } = useAtomValue(profileAtom)
  if (!profile) return null
  const rows: [string, string][] = [
    ['Username', profile.username],
    ['Display Name', profile.cached_display_name],
    ['First Name', profile.first_name],
    ['Last Name', profile.last_name],
    ['Initials', profile.initials],
  ]
  return (
    <>
      <PageHeading title="Profile" />
      <Avatar initials={profile.initials} picture={profile.profile_picture} size={72} />
      <dl className={css.rows}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
