import { getMachine } from '@multiball/shared/api'
import { useNotice } from '@multiball/shared/pages'
import type { VenueMachine } from '@multiball/shared/schema'
import { PageHeading } from '@multiball/shared/ui'
import { useState } from 'react'
import { Backglass } from '../catalogue/Backglass'
import { NoticeBanner } from '../NoticeBanner'
import { useRead } from '@multiball/shared/queries'
import { BoardSection } from './BoardSection'
import { ConnectSection } from './ConnectSection'
import { CountsSection } from './CountsSection'
import { HistorySection } from './HistorySection'
import css from './MachineView.module.css'
import { nextStep } from './nextStep'
import { NowSection } from './NowSection'
import { RetireSection } from './RetireSection'
import { SetUpSteps } from './SetUpSteps'
import { shows } from './scoreboardFor'
import { TopScores } from './TopScores'
import { useGameNow } from './useGameNow'
import { useScoreboards } from './useScoreboards'
import { useTestGame } from './useTestGame'

interface MachineViewProps {
  owner: number
  machine: VenueMachine
  /** something was done to the machine: read it again */
  onChanged(): void
}

/** What an owner sees of a machine, and does with it. */
export function MachineView({ owner, machine, onChanged }: MachineViewProps) {
  const [notice, setNotice] = useNotice()
  // Known until the page is left, so that a test can be played; shown until it is stored.
  const [key, setKey] = useState<{ value: string; isShown: boolean }>()
  // A device that stands idle says so every ten seconds, which would end the test as a game that counts.
  const test = useTestGame(machine.has_device ? undefined : key?.value, onChanged)
  const { game, isAsked } = useGameNow(machine, test.type === 'playing' && test.taken > 0)
  const boards = useScoreboards(owner)
  const title = useRead(['title', machine.machine.id], (signal) => getMachine(machine.machine.id, signal)).loaded
  // Nothing changes places while it is used: a machine that came without a game is set up from above.
  const [isNew] = useState(machine.last_heard_at === null)

  const setUp = {
    isConnected: Boolean(machine.has_device || machine.has_key),
    hasGame: game !== undefined,
    isShown: boards.loaded.type !== 'ready' || boards.loaded.value.some((board) => shows(board, machine.id)),
  }
  const next = isAsked ? nextStep(setUp) : undefined
  const newest = game?.settled_on ?? 'none'
  const facts = title.type === 'ready' ? [title.value.manufacturer, title.value.year].filter(Boolean).join(' · ') : ''

  const connect = (
    <ConnectSection
      key="connect"
      machine={machine}
      shownKey={key?.isShown ? key.value : undefined}
      isNext={next === 'connect'}
      onKey={(value) => setKey({ value, isShown: true })}
      onStored={() => setKey((made) => made && { ...made, isShown: false })}
      onRevoked={() => setKey(undefined)}
      onChanged={onChanged}
    />
  )
  const board = <BoardSection key="board" machine={machine} boards={boards} isNext={next === 'show'} />
  const counts = <CountsSection key="counts" machine={machine} onChanged={onChanged} />
  const history = <HistorySection key="history" machine={machine.id} machineName={machine.machine.name} newest={newest} />
  const side = (
    <div key="side" className={css.side}>
      <NowSection machine={machine} game={game} test={test} isNext={next === 'play'} />
      <TopScores machine={machine.id} newest={newest} />
    </div>
  )

  return (
    <>
      <header className={css.head}>
        <span className={css.art}>
          <Backglass year={title.type === 'ready' ? title.value.year : null} display={title.type === 'ready' ? title.value.display : null} />
        </span>
        <div className={css.names}>
          <PageHeading title={machine.machine.name} breadcrumb={{ label: 'Venues', to: '/venues' }} />
          <p className={css.facts}>{[machine.venue.name, facts].filter(Boolean).join(' · ')}</p>
        </div>
      </header>
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      {isAsked && <SetUpSteps setUp={setUp} />}
      <div className={css.columns}>{isNew ? [connect, side, board, history, counts] : [side, board, history, connect, counts]}</div>
      <RetireSection machine={machine} />
    </>
  )
}
