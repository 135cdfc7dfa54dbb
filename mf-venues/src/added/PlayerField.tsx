import { searchUsers } from '@multiball/shared/api'
import { useRead } from '@multiball/shared/queries'
import { Icon, TextField } from '@multiball/shared/ui'
import { useEffect, useState } from 'react'
import css from './AddScoreSheet.module.css'

const leastLetters = 2
const mostOffered = 4
const quietMs = 250

/** Who made a score: an account by its id, else the player of this name. */
export interface Who {
  name: string
  user?: number
}

interface PlayerFieldProps {
  who: Who
  error: string | undefined
  onChange(who: Who): void
}

/** The player: letters or a name as they are typed, or one of the accounts that look like it. */
export function PlayerField({ who, error, onChange }: PlayerFieldProps) {
  const typed = who.user === undefined ? who.name.trim() : ''
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed.length >= leastLetters ? typed : ''), quietMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { loaded } = useRead(
    searched === '' ? undefined : ['users', searched],
    (signal) => searchUsers(searched, signal),
    { keepsLast: true },
  )
  const offered = typed !== '' && searched !== '' && loaded.type === 'ready' ? loaded.value.results : []
  return (
    <div>
      <TextField
        label="Player"
        name="guest"
        value={who.name}
        error={error}
        autoComplete="off"
        autoCapitalize="words"
        placeholder="ACE"
        description={who.user === undefined ? 'Letters or a name. Leave it empty for a guest.' : 'With an account'}
        onChange={(name) => onChange({ name })}
      />
      {offered.length > 0 && (
        <ul className={css.offered} aria-label={`Accounts like ${searched}`}>
          {offered.slice(0, mostOffered).map(({ id, cached_display_name, username }) => (
            <li key={id}>
              <button
                type="button"
                className={css.offer}
                onClick={() => onChange({ name: cached_display_name, user: id })}
              >
                <Icon name="user" />
                <span>
                  {cached_display_name} <span className={css.username}>{username}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
