import { logins } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import type { Login } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog, styles } from '@multiball/shared/ui'
import { useState } from 'react'
import { Entry, Section, useGoOn } from './Section'
import css from './Section.module.css'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** Where the owner is logged in, and how to end that. */
export function LoginsSection() {
  const read = useRead(['logins'], logins.list)
  const list = read.loaded.type === 'ready' ? read.loaded.value : undefined
  const [failure, setFailure] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  // What was pressed is gone with the login.
  const { heading, goOn } = useGoOn()

  const end = async (ending: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    // One that has ended already is what was wanted.
    const failed = await ending().then(
      () => undefined,
      (error: unknown) => (error instanceof ApiError && error.status === 404 ? undefined : failureWords(error)),
    )
    setFailure(failed)
    await read.refresh()
    setBusy(false)
    setAsking(false)
    if (failed === undefined) goOn()
  }

  const more = list ? list.count - list.results.length : 0
  return (
    <Section title="Logins" heading={heading}>
      {failure && <Banner tone="error">{failure}</Banner>}
      <Unread read={read} what="your logins" />
      {list && (
        <ul className={`${styles.frame} ${css.list}`}>
          {list.results.map((login) => (
            <LoginEntry key={login.id} login={login} onEnd={() => void end(() => logins.end(login.id))} />
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

/** A login in its list; another one can be ended. */
function LoginEntry({ login: { device, created_at, used_at, is_current }, onEnd }: { login: Login; onEnd(): void }) {
  const name = device || 'Unknown device'
  const since = day.format(new Date(created_at))
  return (
    <Entry
      name={name}
      detail={`${is_current ? 'This login' : `Last used ${day.format(new Date(used_at))}`}, since ${since}`}
      action={is_current ? undefined : { word: 'Log out', label: `Log out ${name}, since ${since}`, onPress: onEnd }}
    />
  )
}
