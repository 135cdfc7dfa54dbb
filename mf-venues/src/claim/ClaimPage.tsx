import { claims, getVenueMachine } from '@multiball/shared/api'
import { generalFailure } from '@multiball/shared/client'
import { useParams, useSearchParams } from '@multiball/shared/routing'
import type { VenueMachine } from '@multiball/shared/schema'
import { Banner, NotFound, PageHeading, Spinner } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import { idIn } from '../ids'
import { useRead } from '../useRead'
import css from './ClaimPage.module.css'
import { claimRefusal, undoRefusal } from './refusal'
import { slotOf } from './slot'
import { SlotCard } from './SlotCard'

const againMs = 3_000
const mostPlayers = 6

/** Where the code on a wall leads: a player says that a slot is his. */
export function ClaimPage({ me }: { me: number }) {
  const { machine, position } = useParams()
  const [search] = useSearchParams()
  const [id, slot] = [idIn(machine), idIn(position)]
  const key = search.get('key') ?? undefined
  const { loaded } = useRead(id === undefined ? undefined : `${id} ${key}`, (signal) => getVenueMachine(id!, signal, key))
  if (id === undefined || slot === undefined || slot > mostPlayers) return <NotFound />
  if (loaded.type === 'ready') return <Claim machine={loaded.value} position={slot} viewerKey={key} me={me} />
  return (
    <>
      <PageHeading title="Claim a score" />
      {loaded.type === 'loading' && <Spinner label="Loading the machine" />}
      {loaded.type === 'missing' && <Banner tone="error">This link opens no machine. Scan the code on the display again: links of private boards change now and then.</Banner>}
      {loaded.type === 'failed' && <Banner tone="error">{generalFailure}</Banner>}
    </>
  )
}

interface ClaimProps {
  machine: VenueMachine
  position: number
  viewerKey: string | undefined
  me: number
}

function Claim({ machine: { id, machine, venue }, position, viewerKey, me }: ClaimProps) {
  const { loaded, refresh } = useRead(`${id} ${viewerKey}`, (signal) => claims.game(id, viewerKey, signal), { everyMs: againMs })
  const [isBusy, setBusy] = useState(false)
  // The button that was pressed goes: reading goes on here.
  const card = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState<{ sentence: string; position: number }>()
  const act = async (step: () => Promise<unknown>, sentenceOf: (error: unknown) => string) => {
    setBusy(true)
    setRefused(undefined)
    try {
      await step()
    } catch (error) {
      setRefused({ sentence: sentenceOf(error), position })
    }
    refresh()
    setBusy(false)
    card.current?.focus()
  }
  const game = loaded.type === 'ready' ? loaded.value : undefined
  return (
    <div className={css.page}>
      <PageHeading title={machine.name} />
      <p className={css.venue}>{venue.name}</p>
      {refused?.position === position && (
        <div className={css.refused}>
          <Banner tone="error">{refused.sentence}</Banner>
        </div>
      )}
      {loaded.type === 'loading' && <Spinner label="Loading the game" />}
      {loaded.type === 'failed' && <Banner tone="error">{generalFailure}</Banner>}
      {(loaded.type === 'ready' || loaded.type === 'missing') && (
        <div ref={card} tabIndex={-1} className={css.card}>
          <SlotCard
            slot={slotOf(game, position, me, Date.now())}
            game={game}
            position={position}
            pathOf={(other) => `/claim/${id}/${other}${viewerKey === undefined ? '' : `?key=${encodeURIComponent(viewerKey)}`}`}
            isBusy={isBusy}
            onClaim={() => void act(() => claims.claim(id, position, viewerKey), claimRefusal)}
            onUndo={() => void act(() => claims.release(id, viewerKey), undoRefusal)}
          />
        </div>
      )}
    </div>
  )
}
