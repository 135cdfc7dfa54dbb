import { profileAtom } from '@multiball/shared/session'
import { PageHeading } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { DeletionSection, EmailSection, PasswordSection } from './AccountSections'
import { ActivitySection } from './ActivitySection'
import { ApiTokensSection } from './ApiTokensSection'
import { ExportSection } from './ExportSection'
import { LoginsSection } from './LoginsSection'
import { ProfileForm } from './ProfileForm'

/** Who is signed in, to change. */
export function ProfilePage() {
  const { profile } = useAtomValue(profileAtom)
  // A new password ends the other logins and the API tokens: they are read again.
  const [passwords, setPasswords] = useState(0)
  return (
    <>
      <PageHeading title="Profile" />
      {profile && (
        <>
          <ProfileForm key={profile.id} profile={profile} />
          <EmailSection profile={profile} />
          <PasswordSection onChanged={() => setPasswords(passwords + 1)} />
          <LoginsSection key={`logins ${passwords}`} />
          <ApiTokensSection key={`tokens ${passwords}`} />
          <ActivitySection key={`activity ${passwords}`} />
          <ExportSection />
          <DeletionSection />
        </>
      )}
    </>
  )
}
