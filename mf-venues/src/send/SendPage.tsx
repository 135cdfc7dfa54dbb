import { sentScores } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import { useParams } from '@multiball/shared/routing'
import type { SendPage as Page, SentScore } from '@multiball/shared/schema'
import { Banner, Button, PageHeading } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { AccountsOnly } from '../claim/AccountsOnly'
import { readGuest } from '../claim/guest'
import claimCss from '../claim/ClaimPage.module.css'
import { ScoreForm } from './ScoreForm'
import css from './SendPage.module.css'
import { SentCard } from './SentCard'

const againMs = 15_000
const mostRead = 20
const mostShown = 3

interface SendPageProps {
  /** the name of the account that is signed in */
  account: string | undefined
}

/** Where the code on a machine leads: a guest sends a score of it, and reads what became of those sent before. */
export function SendPage({ account }: SendPageProps) {
  const { code = '' } = useParams()
  // The server knows whether the link is wrong, or the machine takes no scores now.
  const [refusal, setRefusal] = useState<string>()
  const read = useRead(['sendPage', code], async (signal) => {
    try {
      return await sentScores.page(code, signal)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setRefusal(error.message)
      throw error
    }
  })
  const { loaded } = read
  const page = loaded.type === 'ready' ? loaded.value : undefined
  return (
    <div className={claimCss.page}>
      <PageHeading title={page?.venuemachine.machine.name ?? 'Send a score'} />
      {page && <p className={claimCss.venue}>{page.venuemachine.venue.name}</p>}
      {loaded.type === 'missing' ? <Banner tone="error">{refusal}</Banner> : <Unread read={read} what="the machine" />}
      {page && <Sending key={code} code={code} page={page} account={account} />}
    </div>
  )
}

function Sending({ code, page, account }: SendPageProps & { code: string; page: Page }) {
  const guest = account === undefined ? readGuest() : undefined
  const isKnown = account !== undefined || guest !== undefined
  const sent = useRead(
    isKnown ? ['sentScores', guest] : undefined,
    (signal) => sentScores.list({ limit: mostRead }, guest, signal),
    // Seldom: an owner answers when there is a moment.
    { everyMs: ({ results }) => (results.some(({ state }) => state === 'waiting') ? againMs : undefined) },
  )
  // Known before the list is.
  const [newest, setNewest] = useState<SentScore>()
  const listed = sent.loaded.type === 'ready' ? sent.loaded.value.results : []
  const all = newest && !listed.some(({ uuid }) => uuid === newest.uuid) ? [newest, ...listed] : listed
  const here = all.filter(({ venuemachine }) => venuemachine.id === page.venuemachine.id).slice(0, mostShown)
  const [isWriting, setWriting] = useState(true)
  // The button that was pressed goes: reading goes on here.
  const cards = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!isWriting) cards.current?.focus()
  }, [isWriting])

  const done = (score: SentScore) => {
    setNewest(score)
    setWriting(false)
    // A browser that had sent nothing until now is asked about for the first time.
    if (isKnown) void sent.refresh()
  }
  return (
    <>
      {here.length > 0 && (
        <ul ref={cards} tabIndex={-1} className={css.cards} aria-label="Scores that you have sent">
          {here.map((score) => (
            <SentCard
              key={score.uuid}
              score={score}
              account={account}
              guest={guest}
              onWithdrawn={() => {
                if (newest?.uuid === score.uuid) setNewest(undefined)
                sent.change((known) => ({ ...known, results: known.results.filter(({ uuid }) => uuid !== score.uuid) }))
              }}
            />
          ))}
        </ul>
      )}
      {page.claims === 'accounts' && account === undefined ? (
        <AccountsOnly sentence="Only players with an account can send a score here." />
      ) : isWriting ? (
        <ScoreForm code={code} page={page} account={account} isAgain={newest !== undefined} onSent={done} />
      ) : (
        <div className={css.confirm}>
          <Button icon="plus" onPress={() => setWriting(true)}>
            Send another score
          </Button>
        </div>
      )}
    </>
  )
}
