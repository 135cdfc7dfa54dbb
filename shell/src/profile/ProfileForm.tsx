import { updateProfile } from '@multiball/shared/api'
import { hasToken } from '@multiball/shared/client'
import type { Profile } from '@multiball/shared/schema'
import { checkProfile, type ProfileFields } from '@multiball/shared/session'
import { Banner, Button, LeaveDialog, Switch, TextField, useUnsavedChanges } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import { useFields } from '../fields/useFields'
import { PictureField } from './PictureField'
import css from './ProfileForm.module.css'
import { reloadPage } from './reloadPage'

const fieldsOf = ({ display_name, first_name, last_name, initials, ifpa_id }: Profile): ProfileFields => ({
  display_name,
  first_name,
  last_name,
  initials,
  ifpa_id: ifpa_id ?? '',
})

export function ProfileForm({ profile }: { profile: Profile }) {
  const [picture, setPicture] = useState<File>()
  const [prefersInitials, setPrefersInitials] = useState(profile.prefer_initials ?? false)
  const isSaved = useRef(false)
  const { field, refusalOf, failure, isBusy, isChanged, onSubmit } = useFields({
    initial: fieldsOf(profile),
    check: checkProfile,
    alsoShown: ['profile_picture'],
    send: async (fields) => {
      await updateProfile({ ...fields, prefer_initials: prefersInitials }, picture)
      isSaved.current = true
      reloadPage()
    },
  })

  const leaving = useUnsavedChanges(isChanged || picture !== undefined || prefersInitials !== (profile.prefer_initials ?? false), () => {}, () => hasToken() && !isSaved.current)

  return (
    <form className={css.form} onSubmit={onSubmit} noValidate>
      {failure && <Banner tone="error">{failure}</Banner>}
      <PictureField profile={profile} picture={picture} onChange={setPicture} error={refusalOf('profile_picture')} />
      <TextField label="Display Name" autoComplete="nickname" description="Shown on boards. Leave empty to use your first and last name." {...field('display_name')} />
      <TextField label="First Name" autoComplete="given-name" isRequired {...field('first_name')} />
      <TextField label="Last Name" autoComplete="family-name" isRequired {...field('last_name')} />
      <TextField label="Initials" autoCapitalize="characters" autoComplete="off" isRequired {...field('initials')} />
      <Switch
        name="prefer_initials"
        label="Show my initials on boards"
        description="Boards show your initials in place of your name."
        isSelected={prefersInitials}
        onChange={setPrefersInitials}
      />
      <TextField label="Federation player number" inputMode="numeric" autoComplete="off" description="Your number in the pinball federation, if you have one" {...field('ifpa_id')} />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        Update Profile
      </Button>
      <LeaveDialog leaving={leaving} />
    </form>
  )
}
