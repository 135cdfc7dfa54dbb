import { claims } from '@multiball/shared/api'
import { Unread } from '@multiball/shared/queries'
import { useParams, useSearchParams } from '@multiball/shared/routing'
import type { ClaimableGame } from '@multiball/shared/schema'
import { Banner, NotFound, PageHeading } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import { idIn } from '../ids'
import css from './ClaimPage.module.css'
import { claimRefusal, undoRefusal } from './refusal'
import { slotOf } from './slot'
import { SlotCard } from './SlotCard'
import { useCodedGame } from './useCodedGame'

const mostPlayers = 6

/** Where the code on a wall leads: a player says that a slot is his. */
export function ClaimPage({ me }: { me: number }) {
  const { machine, position } = useParams()
  const [search] = useSearchParams()
  const [id, slot] = [idIn(machine), idIn(position)]
  if (id === undefined || slot === undefined || slot > mostPlayers) return <NotFound />
  return <CodedSlot key={`${id} ${search.get('code')}`} machine={id} position={slot} code={search.get('code') ?? undefined} me={me} />
}

interface CodedSlotProps {
  machine: number
  position: number
  code: string | undefined
  me: number
}

function CodedSlot({ machine, position, code, me }: CodedSlotProps) {
  const read = useCodedGame(machine, code)
  const opened = read.loaded.type === 'ready' ? read.loaded.value : undefined
  return (
    <div className={css.page}>
      <PageHeading title={opened?.venuemachine.machine.name ?? 'Claim a score'} />
      {opened && <p className={css.venue}>{opened.venuemachine.venue.name}</p>}
      {!opened && <div className={css.refused}>{read.refusal === undefined ? <Unread read={read} what="the game" /> : <Banner tone="error">{read.refusal}</Banner>}</div>}
      {opened && <Claim {...opened} position={position} code={code} me={me} onChanged={read.refresh} />}
    </div>
  )
}

interface ClaimProps extends ClaimableGame, Omit<CodedSlotProps, 'machine'> {
  onChanged(): void
}

function Claim({ venuemachine: { id }, game, position, code, me, onChanged }: ClaimProps) {
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
    onChanged()
    setBusy(false)
    card.current?.focus()
  }
  return (
    <>
      {refused?.position === position && (
        <div className={css.refused}>
          <Banner tone="error">{refused.sentence}</Banner>
        </div>
      )}
      <div ref={card} tabIndex={-1} className={css.card}>
        <SlotCard
          slot={slotOf(game, position, me, Date.now())}
          game={game}
          position={position}
          pathOf={(other) => `/claim/${id}/${other}?${new URLSearchParams({ code: code ?? '' }).toString()}`}
          isBusy={isBusy}
          onClaim={() => void act(() => claims.claim(id, position, code), claimRefusal)}
          onUndo={() => void act(() => claims.release(id), undoRefusal)}
        />
      </div>
    </>
  )
}
