import { listGuestGames, takeGuestGames } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { useRead } from '@multiball/shared/queries'
import { Banner, Button } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { forgetGuest, readGuest } from './guest'
import css from './TakeAlong.module.css'

const gamesOf = (count: number) => (count === 1 ? '1 game' : `${count} games`)

/** Offers the games that were claimed in this browser without an account to whoever is signed in now. */
export function TakeAlong({ onTaken }: { onTaken(): void }) {
  const guest = readGuest()
  const { loaded, refresh } = useRead(guest === undefined ? undefined : ['guestGames', guest], (signal) =>
    listGuestGames(guest!, { limit: 1, offset: 0 }, signal),
  )
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ taken: number } | { failure: string }>()
  // The button that was pressed goes: reading goes on here.
  const told = useRef<HTMLDivElement>(null)
  useEffect(() => told.current?.focus(), [outcome])
  const count = loaded.type === 'ready' ? loaded.value.count : 0

  const take = async () => {
    if (guest === undefined) return
    setBusy(true)
    try {
      setOutcome({ taken: await takeGuestGames(guest) })
      forgetGuest()
      onTaken()
    } catch (error) {
      // They were taken along already, and the answer was lost.
      if (error instanceof ApiError && error.status === 404) {
        forgetGuest()
        onTaken()
      }
      setOutcome({ failure: failureWords(error) })
      void refresh()
    }
    setBusy(false)
  }

  if (outcome && 'taken' in outcome) {
    return (
      <div ref={told} className={css.place} tabIndex={-1}>
        <Banner tone="success">{`${gamesOf(outcome.taken)} from this browser ${outcome.taken === 1 ? 'is' : 'are'} now in My games.`}</Banner>
      </div>
    )
  }
  if (count === 0) return null
  return (
    <section className={`${css.place} ${css.offer}`} aria-label="Games from this browser">
      <p>{`You claimed ${gamesOf(count)} in this browser before you logged in.`}</p>
      {outcome && <Banner tone="error">{outcome.failure}</Banner>}
      <Button variant="primary" isBusy={isBusy} onPress={() => void take()}>
        {`Take ${gamesOf(count)} along`}
      </Button>
    </section>
  )
}
