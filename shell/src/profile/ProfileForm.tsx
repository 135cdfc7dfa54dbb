import { updateProfile } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import type { Profile } from '@multiball/shared/schema'
import { checkProfile, type ProfileFields } from '@multiball/shared/session'
import { Banner, Button, focusField, TextField } from '@multiball/shared/ui'
import { useEffect, useState, type FormEvent } from 'react'
import { PictureField } from './PictureField'
import css from './ProfileForm.module.css'
import { reloadPage } from './reloadPage'

type Name = keyof ProfileFields

const fieldsOf = ({ display_name, first_name, last_name, initials, ifpa_id }: Profile): ProfileFields => ({
  display_name,
  first_name,
  last_name,
  initials,
  ifpa_id: ifpa_id ?? '',
})

export function ProfileForm({ profile }: { profile: Profile }) {
  const [fields, setFields] = useState(() => fieldsOf(profile))
  const [picture, setPicture] = useState<File>()
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<Partial<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [toFocus, setToFocus] = useState<string>()
  const errors = checkProfile(fields)
  const order = Object.keys(fields) as Name[]

  // After the error is in its place, so that it is read with its field.
  useEffect(() => {
    if (!toFocus) return
    focusField(toFocus)
    setToFocus(undefined)
  }, [toFocus])

  const field = (name: Name) => ({
    name,
    value: fields[name],
    error: serverErrors[name] ?? (visited.has(name) ? errors[name] : undefined),
    onChange: (value: string) => {
      setFields({ ...fields, [name]: value })
      setServerErrors({ ...serverErrors, [name]: undefined })
    },
    onBlur: () => setVisited(new Set(visited).add(name)),
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setFailure(undefined)
    setVisited(new Set(order))
    const firstWrong = order.find((name) => errors[name])
    if (firstWrong) return setToFocus(firstWrong)
    setBusy(true)
    try {
      await updateProfile(fields, picture)
      reloadPage()
    } catch (error) {
      setBusy(false)
      const refused = error instanceof ApiError ? error.fields : undefined
      const landed = Object.entries(refused ?? {}).flatMap(([name, [message]]) => (name === 'non_field_errors' ? [] : [[name, message] as const]))
      setServerErrors(Object.fromEntries(landed))
      if (landed[0]) setToFocus(landed[0][0])
      else setFailure(refused?.non_field_errors?.[0] ?? (error instanceof ApiError ? error.message : generalFailure))
    }
  }

  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      {failure && <Banner tone="error">{failure}</Banner>}
      <PictureField profile={profile} picture={picture} onChange={setPicture} error={serverErrors.profile_picture} />
      <TextField label="Display Name" autoComplete="nickname" description="Shown on walls and leaderboards; without one your first and last name are" {...field('display_name')} />
      <TextField label="First Name" autoComplete="given-name" isRequired {...field('first_name')} />
      <TextField label="Last Name" autoComplete="family-name" isRequired {...field('last_name')} />
      <TextField label="Initials" autoCapitalize="characters" autoComplete="off" isRequired {...field('initials')} />
      <TextField label="Federation player number" inputMode="numeric" autoComplete="off" description="Your number in the pinball federation, if you have one" {...field('ifpa_id')} />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        Update Profile
      </Button>
    </form>
  )
}
