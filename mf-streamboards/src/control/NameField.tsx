import { searchUsers } from '@multiball/shared/api'
import { Icon, TextField } from '@multiball/shared/ui'
import { useEffect, useId, useRef, useState } from 'react'
import css from './ControlPage.module.css'

const leastLetters = 2
const mostNames = 5
const quietMs = 250
/** As much as the schema takes. */
const maxLength = 256

interface LiveTextProps {
  label: string
  value: string
  placeholder: string
  onChange(value: string): void
}

/** The text as it is typed, with the blanks that the server leaves out, until it is something else. */
function useTyped(value: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  return [typed.trim() === value ? typed : value, setTyped]
}

/** A text that goes on air letter by letter. */
export function LiveText({ value, onChange, ...words }: LiveTextProps) {
  const [text, setTyped] = useTyped(value)
  const type = (typed: string) => {
    setTyped(typed)
    onChange(typed.trim())
  }
  return <TextField {...words} autoComplete="off" maxLength={maxLength} value={text} onChange={type} />
}

interface NameFieldProps extends LiveTextProps {
  /** key that goes here, see the list of keys */
  number: number
}

/** A player's name: whatever is typed, or one of the users that it looks like. */
export function NameField({ number, value, onChange, ...words }: NameFieldProps) {
  const [text, setTyped] = useTyped(value)
  const [searched, setSearched] = useState('')
  const names = useUserNames(searched)
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const offered = searched === '' ? [] : names.filter((name) => name !== value)

  const type = (typed: string) => {
    setTyped(typed)
    setSearched(typed.trim().length >= leastLetters ? typed.trim() : '')
    onChange(typed.trim())
  }
  const pick = (name: string) => {
    type(name)
    setSearched('')
    field.current?.focus()
  }
  const leave = (to: EventTarget | null) => {
    if (!(to instanceof Node && field.current?.closest('[data-name-field]')?.contains(to))) setSearched('')
  }

  return (
    <div
      data-name-field=""
      onBlur={({ relatedTarget }) => leave(relatedTarget)}
      onKeyDown={({ key }) => key === 'Escape' && setSearched('')}
    >
      <TextField
        {...words}
        name={`player${number}`}
        ref={field}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={maxLength}
        value={text}
        onChange={type}
      />
      {offered.length > 0 && (
        <ul id={list} className={css.offered} aria-label={`Users like ${searched}`}>
          {offered.map((name) => (
            <li key={name}>
              <button type="button" className={css.offer} onClick={() => pick(name)}>
                <Icon name="plus" />
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Names of users that look like this; none for an empty text, and while the answer is on its way those from before. */
function useUserNames(search: string): string[] {
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    if (search === '') return setNames([])
    const controller = new AbortController()
    const timer = setTimeout(() => {
      searchUsers(search, controller.signal).then(
        ({ results }) =>
          setNames([...new Set(results.map(({ cached_display_name }) => cached_display_name))].slice(0, mostNames)),
        // Names can be typed without it.
        () => {},
      )
    }, quietMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [search])
  return names
}
