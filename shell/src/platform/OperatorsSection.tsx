import { operators } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import { Banner, Button, styles, TextField } from '@multiball/shared/ui'
import { useRef, useState, type FormEvent } from 'react'
import { PlatformSection } from './PlatformSection'
import css from './Platform.module.css'

/** Who may do all this, and who else shall. */
export function OperatorsSection() {
  const read = useRead(['operators'], operators.list)
  const list = read.loaded.type === 'ready' ? read.loaded.value.operators : undefined
  const [username, setUsername] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const box = useRef<HTMLUListElement>(null)

  const act = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    setFailure(undefined)
    try {
      await work()
    } catch (thrown) {
      const field = thrown instanceof ApiError ? thrown.fields?.username?.[0] : undefined
      if (field) setError(field)
      else setFailure(failureWords(thrown))
    }
    setBusy(false)
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    void act(async () => {
      const next = await operators.add(username)
      read.change(() => next)
      setUsername('')
    })
  }
  const remove = (id: number) =>
    void act(async () => {
      await operators.remove(id)
      await read.refresh()
      // The button that was pressed is gone.
      box.current?.focus()
    })

  return (
    <PlatformSection title="Operators">
      {failure && <Banner tone="error">{failure}</Banner>}
      <Unread read={read} what="the operators" />
      {list && (
        <ul ref={box} tabIndex={-1} className={`${styles.frame} ${css.list}`} aria-label="Operators">
          {list.map(({ id, username: name, cached_display_name: shown }) => (
            <li key={id} className={`${styles.entry} ${css.operator}`}>
              <span>
                <span className={css.title}>{shown}</span> <span className={css.detail}>{name}</span>
              </span>
              {list.length > 1 && (
                <Button variant="quiet" aria-label={`Remove ${name}`} onPress={() => remove(id)}>
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <form className={css.form} onSubmit={add} noValidate aria-label="Make somebody an operator">
        <TextField
          label="Username"
          value={username}
          onChange={setUsername}
          error={error}
          autoCapitalize="none"
          autoComplete="off"
          description="They will see and change what runs on this page, as you do."
        />
        <Button type="submit" isBusy={isBusy}>
          Make operator
        </Button>
      </form>
    </PlatformSection>
  )
}
