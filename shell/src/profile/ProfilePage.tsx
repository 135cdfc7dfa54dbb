import { profileAtom } from '@multiball/shared/session'
import { PageHeading } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { ProfileForm } from './ProfileForm'

/** Who is signed in, to change. */
export function ProfilePage() {
  const { profile } = useAtomValue(profileAtom)
  return (
    <>
      <PageHeading title="Profile" />
      {profile && <ProfileForm key={profile.id} profile={profile} />}
    </>
  )
}
