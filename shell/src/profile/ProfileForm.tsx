import { updateProfile } from '@multiball/shared/api'
import { hasToken } from '@multiball/shared/client'
import { useLocation } from '@multiball/shared/routing'
import type { Profile } from '@multiball/shared/schema'
import { checkProfile } from '@multiball/shared/session'
import {
  Banner,
  Button,
  clearDraft,
  draftKey,
  LeaveDialog,
  Switch,
  TextField,
  useUnsavedChanges,
} from '@multiball/shared/ui'
import { useRef } from 'react'
import { useFields } from '../fields/useFields'
import { PictureField } from './PictureField'
import css from './ProfileForm.module.css'
import { reloadPage } from './reloadPage'

const valuesOf = ({ display_name, first_name, last_name, initials, ifpa_id, prefer_initials }: Profile) => ({
  // chosen and cropped, not yet saved
  profile_picture: undefined as File | undefined,
  display_name,
  first_name,
  last_name,
  initials,
  prefer_initials: prefer_initials ?? false,
  ifpa_id: ifpa_id ?? '',
})

export function ProfileForm({ profile }: { profile: Profile }) {
  const isSaved = useRef(false)
  const key = draftKey(profile.id, useLocation().pathname)
  const { field, form, isChanged, isRestored } = useFields({
    initial: valuesOf(profile),
    keptAs: key,
    check: checkProfile,
    send: async ({ profile_picture, ...input }) => void (await updateProfile(input, profile_picture)),
    onSent: () => {
      isSaved.current = true
      reloadPage()
    },
  })
  const picture = field('profile_picture')
  const prefersInitials = field('prefer_initials')
  const leaving = useUnsavedChanges(
    isChanged,
    () => clearDraft(key),
    () => hasToken() && !isSaved.current,
  )

  return (
    <form className={css.form} onSubmit={form.onSubmit} noValidate>
      {form.failure && <Banner tone="error">{form.failure}</Banner>}
      {isRestored && <Banner tone="success">We restored your unsaved changes.</Banner>}
      <PictureField profile={profile} picture={picture.value} onChange={picture.onChange} error={picture.error} />
      <TextField
        label="Display Name"
        autoComplete="nickname"
        description="Shown on boards. Leave empty to use your first and last name."
        {...field('display_name')}
      />
      <TextField label="First Name" autoComplete="given-name" isRequired {...field('first_name')} />
      <TextField label="Last Name" autoComplete="family-name" isRequired {...field('last_name')} />
      <TextField label="Initials" autoCapitalize="characters" autoComplete="off" isRequired {...field('initials')} />
      <Switch
        name="prefer_initials"
        label="Show my initials on boards"
        description="Boards show your initials in place of your name."
        isSelected={prefersInitials.value}
        onChange={prefersInitials.onChange}
      />
      <TextField
        label="Federation player number"
        inputMode="numeric"
        autoComplete="off"
        description="Your number in the pinball federation, if you have one"
        {...field('ifpa_id')}
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy}>
        Update Profile
      </Button>
      <LeaveDialog leaving={leaving} />
    </form>
  )
}
