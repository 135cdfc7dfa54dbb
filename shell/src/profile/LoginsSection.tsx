import { logins } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import type { Login } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog, styles } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { Section } from './Section'
import css from './Section.module.css'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** Where the owner is logged in, and how to end that. */
export function LoginsSection() {
  const read = useRead(['logins'], logins.list)
  const list = read.loaded.type === 'ready' ? read.loaded.value : undefined
  const [failure, setFailure] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)

  /** how many times something was ended here */
  const [ended, setEnded] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed is gone with the login.
  useEffect(() => {
    if (ended > 0) heading.current?.focus()
  }, [ended])

  const end = async (ending: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    // One that has ended by itself meanwhile is what was wanted.
    const failed = await ending().then(
      () => undefined,
      (error: unknown) => (error instanceof ApiError && error.status === 404 ? undefined : failureWords(error)),
    )
    setFailure(failed)
    await read.refresh()
    setBusy(false)
    setAsking(false)
    if (failed === undefined) setEnded((count) => count + 1)
  }

  const more = list ? list.count - list.results.length : 0
  return (
    <Section title="Logins" heading={heading}>
      {failure && <Banner tone="error">{failure}</Banner>}
      <Unread read={read} what="your logins" />
      {list && (
        <ul className={`${styles.frame} ${css.list}`}>
          {list.results.map((login) => (
            <Row key={login.id} login={login} onEnd={() => void end(() => logins.end(login.id))} />
          ))}
        </ul>
      )}
      {more > 0 && <p className={css.words}>And {more} more.</p>}
      {list && list.count > 1 && <Button onPress={() => setAsking(true)}>Log out everywhere else</Button>}
      <ConfirmDialog
        title="Log out everywhere else?"
        confirmLabel="Log out"
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={() => void end(logins.endOthers)}
        onCancel={() => setAsking(false)}
        closesOnBack
      >
        <p>All other logins end at once. TVs and machines stay connected.</p>
      </ConfirmDialog>
    </Section>
  )
}

function Row({ login: { device, created_at, used_at, is_current }, onEnd }: { login: Login; onEnd(): void }) {
  const name = device || 'Unknown device'
  const since = day.format(new Date(created_at))
  return (
    <li className={`${styles.entry} ${css.row}`}>
      <div>
        <span className={css.device}>{name}</span>
        <span className={styles.help}>
          {is_current ? 'This login' : `Last used ${day.format(new Date(used_at))}`}, since {since}
        </span>
      </div>
      {!is_current && (
        <Button variant="quiet" aria-label={`Log out ${name}, since ${since}`} onPress={onEnd}>
          Log out
        </Button>
      )}
    </li>
  )
}
