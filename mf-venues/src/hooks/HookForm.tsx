import { hooks, venues } from '@multiball/shared/api'
import { ApiError, boardTypeName, failureWords } from '@multiball/shared/client'
import { boardKey, matching, useOwnBoards } from '@multiball/shared/forms'
import { Unread, useRead } from '@multiball/shared/queries'
import type { HookShape, HookWithSecret } from '@multiball/shared/schema'
import { AsyncComboBox, Banner, Button, Segmented, TextField } from '@multiball/shared/ui'
import { useState, type FormEvent } from 'react'
import css from './HooksPage.module.css'

interface HookFormProps {
  owner: number
  /** from whose menu the page was opened */
  venue: number | undefined
  onAdded(hook: HookWithSecret): void
  /** undefined: there is nothing else to see */
  onCancel?: () => void
}

interface Subject {
  id: string
  label: string
  detail: string
}

const venueKey = (id: number) => `venue ${id}`
const wordsOf = ({ label, detail }: Subject) => `${label} ${detail}`

/** The subject of a key, as the call takes it. */
function inputOf(key: string) {
  const [type = '', id] = key.split(' ')
  return type === 'venue' ? { venue: Number(id) } : { board: { type, id: Number(id) } }
}

const shapes = [
  { value: 'multiball', label: 'A program' },
  { value: 'discord', label: 'Discord' },
] as const

const addresses: Record<HookShape, { placeholder: string; description: string }> = {
  multiball: { placeholder: 'https://example.com/multiball', description: 'It is sent JSON, signed, by POST.' },
  discord: {
    placeholder: 'https://discord.com/api/webhooks/…',
    description: 'In Discord: Edit Channel, Integrations, Webhooks, New Webhook, Copy Webhook URL.',
  },
}

/** What a webhook tells of, to whom, and where that is. */
export function HookForm({ owner, venue, onAdded, onCancel }: HookFormProps) {
  const read = useRead(['ownVenueNames', owner], (signal) => venues.list(owner, signal))
  const boards = useOwnBoards(owner)
  const [chosen, setChosen] = useState(venue === undefined ? '' : venueKey(venue))
  const [shape, setShape] = useState<HookShape>('multiball')
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState<{ subject?: string; url?: string; banner?: string }>({})
  const [isBusy, setBusy] = useState(false)
  if (read.loaded.type !== 'ready' || boards.type === 'loading') return <Unread read={read} what="your venues" />

  const subjects: Subject[] = [
    ...read.loaded.value.map(({ id, name }) => ({ id: venueKey(id), label: name, detail: 'Venue' })),
    ...(boards.type === 'ready' ? boards.choices : []).map(({ type, id, title }) => ({
      id: boardKey({ type, id }),
      label: title,
      detail: boardTypeName(type),
    })),
  ]

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const missing = {
      ...(chosen === '' && { subject: 'Please choose a venue or a board' }),
      ...(url.trim() === '' && { url: 'Please enter an address' }),
    }
    setProblem(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      onAdded(await hooks.add({ ...inputOf(chosen), url, shape }))
    } catch (thrown) {
      const {
        url: ofUrl,
        venue: ofVenue,
        board,
        ...others
      } = (thrown instanceof ApiError ? thrown.fields : undefined) ?? {}
      const subject = ofVenue?.[0] ?? board?.[0]
      setProblem(
        ofUrl || subject
          ? { url: ofUrl?.[0], subject }
          : { banner: Object.values(others).flat()[0] ?? failureWords(thrown) },
      )
    }
    setBusy(false)
  }

  return (
    <form className={css.form} aria-label="Add a webhook" noValidate onSubmit={(event) => void submit(event)}>
      {problem.banner && <Banner tone="error">{problem.banner}</Banner>}
      <AsyncComboBox
        label="Tells of"
        placeholder="Search your venues and boards"
        description="A venue with all of its machines, or the machines that a board shows."
        name="subject"
        isRequired
        value={subjects.find(({ id }) => id === chosen) ?? null}
        onChange={(option) => setChosen(option ? String(option.id) : '')}
        error={problem.subject}
        debounceMs={0}
        load={async (text) => matching(subjects, text, wordsOf)}
      />
      <Segmented<HookShape> label="To" options={shapes} value={shape} onChange={setShape} />
      <TextField
        label="Address"
        name="url"
        type="url"
        autoComplete="off"
        isRequired
        {...addresses[shape]}
        value={url}
        onChange={setUrl}
        error={problem.url}
      />
      <div className={css.buttons}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Add webhook
        </Button>
        {onCancel && (
          <Button variant="quiet" onPress={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
