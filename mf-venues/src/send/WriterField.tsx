import { Button, Segmented, TextField } from '@multiball/shared/ui'
import { useState } from 'react'
import { keepInitials, readInitials } from '../claim/guest'
import { LetterPicker } from '../claim/LetterPicker'
import { useAsk } from '../claim/useAsk'
import { recall, remember } from '../remembered'
import css from './SendPage.module.css'

/** Whose score it is, without an account: letters as an arcade asks for them, or a name. */
interface Writer {
  kind: 'letters' | 'name'
  letters: string
  name: string
}

const nameKey = 'multiball guest name'
const kinds = [
  { value: 'letters', label: 'Letters' },
  { value: 'name', label: 'Name' },
] as const

/** Begins with what this browser remembers. */
export const useWriter = () =>
  useState((): Writer => {
    const name = recall(nameKey) ?? ''
    return { kind: name === '' ? 'letters' : 'name', letters: readInitials(), name }
  })

/** At once, so that it is here again after the page or the network was lost. */
export function rememberWriter({ kind, letters, name }: Writer): void {
  keepInitials(letters)
  remember(nameKey, kind === 'name' ? name : '')
}

interface WriterFieldProps {
  writer: Writer
  error: string | undefined
  onChange(writer: Writer): void
}

/** Who made the score; letters that are known need no picking. */
export function WriterField({ writer, error, onChange }: WriterFieldProps) {
  const ask = useAsk()
  const [isPicking, setPicking] = useState(writer.letters.trim() === '')
  const [isRemembered, setRemembered] = useState(!isPicking)
  const { kind, letters, name } = writer
  return (
    <div className={css.writer} data-field="guest">
      <Segmented
        label="Who played?"
        options={kinds}
        value={kind}
        onChange={(chosen) => onChange({ ...writer, kind: chosen })}
      />
      {kind === 'name' ? (
        <TextField
          label="Your name"
          value={name}
          error={error}
          autoComplete="nickname"
          autoCapitalize="words"
          placeholder="Ann B."
          onChange={(typed) => onChange({ ...writer, name: typed })}
        />
      ) : isPicking || error ? (
        <LetterPicker
          letters={letters}
          isRemembered={isRemembered}
          error={error}
          onChange={(picked) => {
            setPicking(true)
            setRemembered(false)
            onChange({ ...writer, letters: picked })
          }}
        />
      ) : (
        <p className={css.as}>
          You send it as <strong>{letters}</strong>.{' '}
          <Button variant="quiet" onPress={() => setPicking(true)}>
            Change letters
          </Button>
        </p>
      )}
      <div>
        <Button variant="quiet" icon="user" onPress={() => ask('login', 'You’ll come back to your score.')}>
          Log in to send it as yourself
        </Button>
      </div>
    </div>
  )
}
