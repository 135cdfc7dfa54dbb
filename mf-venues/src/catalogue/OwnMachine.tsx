import { ownMachines } from '@multiball/shared/api'
import { ApiError, failureWords, hasToken } from '@multiball/shared/client'
import { useLocation } from '@multiball/shared/routing'
import { OwnTitleInput } from '@multiball/shared/schema'
import type { VenueMachine } from '@multiball/shared/schema'
import {
  Banner,
  Button,
  clearDraft,
  draftKey,
  focusField,
  keepDraft,
  LeaveDialog,
  readDraft,
  styles,
  TextField,
  useUnsavedChanges,
  type UnsavedChanges,
} from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import * as v from 'valibot'
import { listOwnMachines } from '../pages/useOwnVenues'
import { useMakeOnce } from '../useMakeOnce'
import css from './OwnMachine.module.css'

interface OwnMachineProps {
  owner: number
  venue: number
  /** what was searched for */
  typed: string
  onAdded(machine: VenueMachine): void
}

const fieldNames = ['name', 'manufacturer', 'year'] as const
type Fields = Record<(typeof fieldNames)[number], string>
type Errors = Partial<Fields>

const yearIn = /\b(?:19[3-9]\d|20\d\d)\b/

/** What was searched for as the beginning of a description: 'Hexa Storm 2026' → Hexa Storm, 2026. */
export function describedBy(typed: string): Fields {
  const [year = ''] = yearIn.exec(typed) ?? []
  const name = typed.replace(year, '').replace(/\s+/g, ' ').trim()
  // A name may be a year.
  return name === '' ? { name: typed.trim(), manufacturer: '', year: '' } : { name, manufacturer: '', year }
}

const inputOf = ({ name, manufacturer, year }: Fields) => ({
  name,
  manufacturer,
  year: year.trim() === '' ? null : Number(year),
})

/** The first message of each field. */
function errorsOf(fields: Fields): Errors {
  const { nested = {} } = v.flatten<typeof OwnTitleInput>(
    v.safeParse(OwnTitleInput, inputOf(fields)).issues ?? ([] as never),
  )
  return Object.fromEntries(fieldNames.flatMap((name) => (nested[name] ? [[name, nested[name][0]]] : [])))
}

const none: Fields = { name: '', manufacturer: '', year: '' }

interface OwnFields {
  /** undefined while the form is closed */
  fields: Fields | undefined
  /** true while they came back from before */
  isRestored: boolean
  /** opens the form with these, or closes it */
  begin(described: Fields | undefined): void
  change(fields: Fields): void
  leaving: UnsavedChanges
  /** resolves once the page may go on */
  saved(): Promise<void>
}

/**
 * What is typed into the form: kept for this tab until it is saved, while the page is held.
 * @param stored what a form that is open from the beginning opens with
 */
export function useOwnFields(owner: number, stored?: Fields): OwnFields {
  const key = draftKey(owner, useLocation().pathname)
  const [kept] = useState(() => readDraft(key, stored ?? none))
  const [before, setBefore] = useState(stored ?? (kept && none))
  const [fields, setFields] = useState(kept ?? stored)
  const [isRestored, setRestored] = useState(kept !== undefined)
  const isChanged = (now: Fields | undefined) => fieldNames.some((name) => now?.[name] !== before?.[name])
  const leaving = useUnsavedChanges(isChanged(fields), () => clearDraft(key), hasToken)
  return {
    fields,
    isRestored,
    begin: (described) => {
      clearDraft(key)
      setRestored(false)
      setBefore(described)
      setFields(described)
    },
    change: (typed) => {
      setFields(typed)
      if (isChanged(typed)) keepDraft(key, typed, stored ?? none)
      else clearDraft(key)
    },
    leaving,
    saved: () => {
      clearDraft(key)
      return leaving.release()
    },
  }
}

/** A machine that the catalogue does not have, as its owner describes it. */
export function OwnMachine({ owner, venue, typed, onAdded }: OwnMachineProps) {
  const own = useOwnFields(owner)
  const [isCancelled, setCancelled] = useState(false)
  const add = useMakeOnce({
    list: () => listOwnMachines(owner),
    make: (title: OwnTitleInput) => ownMachines.addOwn({ venue, ...title }),
    // The catalogue's name for it may be written otherwise.
    isIt: (added, title) => added.venue.id === venue && added.machine.name.toLowerCase() === title.name.toLowerCase(),
    button: 'Add machine',
  })
  const name = typed.trim()

  if (!own.fields) {
    const offer = name === '' ? 'Add your own machine' : `Add “${shortened(name)}” as your own machine`
    return (
      <div className={css.own}>
        <span className={css.words}>
          <span className={css.title}>{offer}</span>
          <span className={styles.help}>For one that is not listed, with its name, maker and year.</span>
        </span>
        <Button icon="plus" aria-label={offer} autoFocus={isCancelled} onPress={() => own.begin(describedBy(typed))}>
          Add
        </Button>
      </div>
    )
  }
  return (
    <div className={css.own}>
      <OwnMachineForm
        label="Your own machine"
        submitLabel="Add machine"
        own={own}
        fields={own.fields}
        onCancel={() => {
          own.begin(undefined)
          setCancelled(true)
        }}
        send={add}
        onSaved={onAdded}
      >
        <span className={css.words}>
          <h2 className={css.title}>Your own machine</h2>
          <span className={styles.help}>
            Only you can find it. It becomes the catalogue’s when the catalogue has it; scores and boards stay.
          </span>
        </span>
      </OwnMachineForm>
    </div>
  )
}

const longest = 40
const shortened = (name: string) => (name.length > longest ? `${name.slice(0, longest).trimEnd()}…` : name)

interface OwnMachineFormProps<Saved> {
  label: string
  submitLabel: string
  own: OwnFields
  /** of these, while the form is open */
  fields: Fields
  onCancel(): void
  /** throws ApiError */
  send(title: OwnTitleInput): Promise<Saved>
  /** leads away */
  onSaved(saved: Saved): void
  /** what stands above its fields */
  children?: ReactNode
}

/** What a machine of one's own is called: name, maker, year. */
export function OwnMachineForm<Saved>({
  label,
  submitLabel,
  own,
  fields,
  onCancel,
  send,
  onSaved,
  children,
}: OwnMachineFormProps<Saved>) {
  const [errors, setErrors] = useState<Errors>({})
  const [banner, setBanner] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // It may stand below a catalogue, where its return would not be seen.
  useEffect(() => {
    if (own.isRestored) form.current?.scrollIntoView?.({ block: 'center' })
  }, [own.isRestored])

  const field = (name: keyof Fields) => ({
    name,
    value: fields[name],
    error: errors[name],
    autoComplete: 'off' as const,
    onChange: (text: string) => {
      const after = { ...fields, [name]: text }
      own.change(after)
      if (errors[name]) setErrors({ ...errors, [name]: errorsOf(after)[name] })
    },
  })

  const refuse = (wrong: Errors, failure?: string) => {
    setErrors(wrong)
    setBanner(failure)
    const first = fieldNames.find((name) => wrong[name])
    if (first) focusField(first)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const wrong = errorsOf(fields)
    refuse(wrong)
    if (Object.keys(wrong).length > 0) return
    setSaving(true)
    try {
      const saved = await send(v.parse(OwnTitleInput, inputOf(fields)))
      await own.saved()
      onSaved(saved)
    } catch (thrown) {
      const told = thrown instanceof ApiError ? (thrown.fields ?? {}) : {}
      const others = Object.entries(told).find(([name]) => !fieldNames.some((one) => one === name))?.[1][0]
      refuse(
        Object.fromEntries(fieldNames.flatMap((name) => (told[name]?.[0] ? [[name, told[name][0]]] : []))),
        others ?? (Object.keys(told).length > 0 ? undefined : failureWords(thrown)),
      )
      setSaving(false)
    }
  }

  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      aria-busy={isSaving}
      aria-label={label}
      onSubmit={(event) => void submit(event)}
    >
      {children}
      {banner && <Banner tone="error">{banner}</Banner>}
      {own.isRestored && <Banner tone="success">We restored your unsaved changes.</Banner>}
      <TextField label="Name" autoFocus autoCapitalize="words" {...field('name')} />
      <div className={css.pair}>
        <TextField label="Maker" autoCapitalize="words" placeholder="Stern" {...field('manufacturer')} />
        <TextField label="Year" inputMode="numeric" {...field('year')} />
      </div>
      <div className={css.actions}>
        <Button onPress={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isBusy={isSaving}>
          {submitLabel}
        </Button>
      </div>
      <LeaveDialog leaving={own.leaving} />
    </form>
  )
}
