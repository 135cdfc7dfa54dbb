import { claims } from '@multiball/shared/api'
import { Unread } from '@multiball/shared/queries'
import { useParams, useSearchParams } from '@multiball/shared/routing'
import type { ClaimableGame } from '@multiball/shared/schema'
import { Banner, NotFound, PageHeading } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import { TakeAlong } from './TakeAlong'
import { idIn } from '../ids'
import css from './ClaimPage.module.css'
import { guestToken, readGuest } from './guest'
import { claimRefusal, undoRefusal } from './refusal'
import { slotOf } from './slot'
import { SlotCard } from './SlotCard'
import { useCodedGame } from './useCodedGame'
import { Wall } from './Wall'

const mostPlayers = 6
const buzzMs = 60

/** Where the code on a wall leads: a player says that a slot is his, with an account or as a guest. */
export function ClaimPage({ isGuest }: { isGuest: boolean }) {
  const { machine, position } = useParams()
  const [search] = useSearchParams()
  const [id, slot] = [idIn(machine), idIn(position)]
  if (id === undefined || slot === undefined || slot > mostPlayers) return <NotFound />
  return (
    <CodedSlot
      key={`${id} ${search.get('code')}`}
      machine={id}
      position={slot}
      code={search.get('code') ?? undefined}
      isGuest={isGuest}
    />
  )
}

interface CodedSlotProps {
  machine: number
  position: number
  code: string | undefined
  isGuest: boolean
}

function CodedSlot({ machine, position, code, isGuest }: CodedSlotProps) {
  const read = useCodedGame(machine, code, isGuest)
  const opened = read.loaded.type === 'ready' ? read.loaded.value : undefined
  return (
    <div className={css.page}>
      <PageHeading title={opened?.venuemachine.machine.name ?? 'Claim a score'} />
      {opened && <p className={css.venue}>{opened.venuemachine.venue.name}</p>}
      {!isGuest && <TakeAlong onTaken={() => void read.refresh()} />}
      {!opened && (
        <div className={css.refused}>
          {read.refusal === undefined ? (
            <Unread read={read} what="the game" />
          ) : (
            <Banner tone="error">{read.refusal}</Banner>
          )}
        </div>
      )}
      {opened && (
        <Claim
          {...opened}
          position={position}
          code={code}
          isGuest={isGuest}
          onChanged={read.refresh}
          change={read.change}
        />
      )}
    </div>
  )
}

interface ClaimProps extends ClaimableGame, Omit<CodedSlotProps, 'machine'> {
  onChanged(): void
  change(update: (known: ClaimableGame) => ClaimableGame): void
}

function Claim({
  venuemachine: { id },
  game,
  mine,
  claims: claimants,
  card: shareable,
  position,
  code,
  isGuest,
  onChanged,
  change,
}: ClaimProps) {
  const [isBusy, setBusy] = useState(false)
  // The button that was pressed goes: reading goes on here.
  const card = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState<{ sentence: string; position: number }>()
  /** @param wanted what is the player's after it */
  const act = async (step: () => Promise<unknown>, wanted: number | null, sentenceOf: (error: unknown) => string) => {
    setBusy(true)
    setRefused(undefined)
    try {
      await step()
    } catch (error) {
      // Where the answer was lost, the game says whether it is done.
      const known =
        wanted === mine
          ? undefined
          : await claims.game(id, code, undefined, isGuest ? readGuest() : undefined).catch(() => undefined)
      if (known?.mine === wanted) change(() => known)
      else setRefused({ sentence: sentenceOf(error), position })
    }
    onChanged()
    setBusy(false)
    card.current?.focus()
  }
  const claim = async (slot: number, initials: string) => {
    const claimed = await claims.claim(id, slot, code, isGuest ? { token: guestToken(), initials } : undefined)
    change((known) => ({ ...known, game: claimed, mine: slot }))
    // Not every phone can, and not every browser lets it.
    navigator.vibrate?.(buzzMs)
  }
  const pathOf = (other: number) => `/claim/${id}/${other}?${new URLSearchParams({ code: code ?? '' }).toString()}`
  return (
    <>
      <Wall game={game} position={position} mine={mine} pathOf={pathOf} />
      <div ref={card} tabIndex={-1} className={css.card}>
        {refused?.position === position && (
          <div className={css.refused}>
            <Banner tone="error">{refused.sentence}</Banner>
          </div>
        )}
        <SlotCard
          slot={slotOf(game, position, mine)}
          position={position}
          card={shareable}
          who={isGuest ? { type: 'guest', isAllowed: claimants === 'anyone' } : { type: 'account' }}
          isBusy={isBusy}
          onClaim={(slot, initials = '') => void act(() => claim(slot, initials), slot, claimRefusal)}
          onUndo={() => void act(() => claims.release(id, isGuest ? readGuest() : undefined), null, undoRefusal)}
        />
      </div>
    </>
  )
}
