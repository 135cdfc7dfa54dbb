import { venues } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { PinballMapAddress } from '@multiball/shared/schema'
import type { ListedMachine, MachineListInput } from '@multiball/shared/schema'
import { Banner, Button, fileAsBase64, FileButton, styles, TextField } from '@multiball/shared/ui'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import parts from '../parts.module.css'
import css from './ImportPage.module.css'

interface ListFormsProps {
  venue: number
  onRead(machines: ListedMachine[]): void
}

type Source = keyof MachineListInput
type Problems = Partial<Record<Source | 'banner', string>>

const accept = ['.csv', '.json', '.txt', 'text/csv', 'text/plain', 'application/json']
/** The server takes 350,000 characters of base64. */
const mostBytes = 250_000

/** Where the list is: at Pinball Map, in what the owner pastes, or in a file. */
export function ListForms({ venue, onRead }: ListFormsProps) {
  const [location, setLocation] = useState('')
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState<Source>()
  const textId = useId()

  const read = async (source: Source, given: () => MachineListInput | Promise<MachineListInput>) => {
    if (busy) return
    setBusy(source)
    setProblems({})
    try {
      return onRead(await venues.readMachines(venue, await given()))
    } catch (thrown) {
      const fields = thrown instanceof ApiError ? thrown.fields : undefined
      const [sentence] = fields?.[source] ?? []
      setProblems(sentence ? { [source]: sentence } : { banner: failureWords(thrown) })
    }
    setBusy(undefined)
  }
  const find = (event: FormEvent) => {
    event.preventDefault()
    const { issues } = v.safeParse(PinballMapAddress, location)
    if (issues) return setProblems({ location: issues[0].message })
    void read('location', () => ({ location }))
  }
  const readText = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return setProblems({ text: 'Paste a list first' })
    void read('text', () => ({ text }))
  }
  const readFile = (file: File) => {
    if (file.size > mostBytes) return setProblems({ file: `${file.name} is too large for a list of machines` })
    void read('file', async () => ({ file: await fileAsBase64(file) }))
  }

  return (
    <>
      {problems.banner && <Banner tone="error">{problems.banner}</Banner>}
      <form className={css.form} noValidate onSubmit={find}>
        <TextField
          label="Pinball Map address or number"
          name="location"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={300}
          placeholder="https://pinballmap.com/map?by_location_id=12345"
          description="Copy it from the page of your location on pinballmap.com."
          value={location}
          error={problems.location}
          onChange={(typed) => {
            setLocation(typed)
            setProblems({})
          }}
        />
        <div>
          <Button type="submit" variant="primary" isBusy={busy === 'location'}>
            Find machines
          </Button>
        </div>
      </form>
      <div className={`${parts.or} ${css.or}`}>or</div>
      <form className={css.form} noValidate onSubmit={readText}>
        <div className={css.field}>
          <label className={css.label} htmlFor={textId}>
            Your own list
          </label>
          <textarea
            id={textId}
            className={css.text}
            rows={6}
            maxLength={200_000}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={'The Addams Family\nGodzilla (Premium)\nHigh Speed (Williams, 1986)'}
            aria-invalid={problems.text !== undefined}
            aria-describedby={`${textId}-help`}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setProblems({})
            }}
          />
          <div id={`${textId}-help`}>
            {problems.text && <p className={styles.error}>{problems.text}</p>}
            <p className={styles.help}>
              One title a line, or a table with the columns name, manufacturer, year and opdb_id.
            </p>
          </div>
        </div>
        <div className={styles.actions}>
          <Button type="submit" isBusy={busy === 'text'}>
            Read the list
          </Button>
          <FileButton icon="upload" label="File" accept={accept} isBusy={busy === 'file'} onChoose={readFile}>
            Choose a file
          </FileButton>
        </div>
        {problems.file && (
          <p className={styles.error} role="alert">
            {problems.file}
          </p>
        )}
      </form>
    </>
  )
}
