import { ApiError, failureWords, hasToken } from '@multiball/shared/client'
import { browserTimeZone, TimeZoneField } from '@multiball/shared/forms'
import { useLocation } from '@multiball/shared/routing'
import { VenueInput } from '@multiball/shared/schema'
import type { Venue } from '@multiball/shared/schema'
import {
  Banner,
  Button,
  clearDraft,
  draftKey,
  keepDraft,
  LeaveDialog,
  LinkButton,
  readDraft,
  TextField,
  useUnsavedChanges,
} from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import css from './VenueForm.module.css'

interface VenueFormProps {
  owner: number
  name: string
  /** null, or missing, while none was chosen: then this browser's is proposed */
  timeZone?: string | null
  submitLabel: string
  save(input: VenueInput): Promise<Venue>
  onSaved(venue: Venue): void
}

interface Problem {
  /** of the name */
  error?: string
  /** of anything else */
  banner?: string
}

const problemOf = (thrown: unknown): Problem => {
  const error = thrown instanceof ApiError ? thrown.fields?.name?.[0] : undefined
  return error ? { error } : { banner: failureWords(thrown) }
}

/** What a venue is called, and when its days begin. */
export function VenueForm({ owner, name, timeZone, submitLabel, save, onSaved }: VenueFormProps) {
  // With the filter that the list had.
  const { pathname, search } = useLocation()
  const key = draftKey(owner, pathname)
  const [before] = useState(() => ({ name, time_zone: timeZone ?? browserTimeZone() }))
  const [kept] = useState(() => readDraft(key, before))
  const [typed, setTyped] = useState(kept ?? before)
  const [{ error, banner }, setProblem] = useState<Problem>({})
  const field = useRef<HTMLInputElement>(null)
  const [isSaving, setSaving] = useState(false)
  const leaving = useUnsavedChanges(
    typed.name !== before.name || typed.time_zone !== before.time_zone,
    () => clearDraft(key),
    hasToken,
  )
  const check = (text: string) => v.safeParse(VenueInput, { name: text }).issues?.[0]?.message

  const change = (next: typeof before) => {
    setTyped(next)
    keepDraft(key, next, before)
  }

  const refuse = (problem: Problem) => {
    setProblem(problem)
    if (problem.error) field.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const refusal = check(typed.name)
    if (refusal) return refuse({ error: refusal })
    setProblem({})
    setSaving(true)
    try {
      const venue = await save(v.parse(VenueInput, typed))
      clearDraft(key)
      await leaving.release()
      onSaved(venue)
    } catch (thrown) {
      refuse(problemOf(thrown))
      setSaving(false)
    }
  }

  return (
    <form className={css.form} noValidate aria-busy={isSaving} onSubmit={(event) => void submit(event)}>
      {banner && <Banner tone="error">{banner}</Banner>}
      {kept !== undefined && <Banner tone="success">We restored your unsaved changes.</Banner>}
      <TextField
        ref={field}
        label="Name"
        name="name"
        value={typed.name}
        error={error}
        autoComplete="off"
        autoCapitalize="words"
        placeholder="Flipper Bar"
        description="The name your guests know. It appears on all its boards."
        onChange={(name) => {
          change({ ...typed, name })
          if (error) setProblem({ error: check(name) })
        }}
      />
      <TimeZoneField
        name="time_zone"
        description="When a day begins here, for records of the day and of the month. Type a city or region."
        value={typed.time_zone}
        onChange={(time_zone) => change({ ...typed, time_zone })}
      />
      <div className={css.actions}>
        <LinkButton to={`/venues${search}`}>Cancel</LinkButton>
        <Button type="submit" variant="primary" isBusy={isSaving}>
          {submitLabel}
        </Button>
      </div>
      <LeaveDialog leaving={leaving} />
    </form>
  )
}
