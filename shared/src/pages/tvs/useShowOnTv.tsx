import { late } from '@multiball/shared/ui'
import { useState, type ReactNode } from 'react'
import { LateSheet } from '../LateSheet'
import type { Notice } from '../notice'
import type { TitledBoard } from './steerTv'

// Seldom opened: not in everybody's way.
const TvSheet = late(async () => (await import('./TvSheet')).TvSheet)

interface ShowOnTv {
  /** opens the sheet for this board */
  ask(board: TitledBoard): void
  /** stands anywhere on the page */
  sheet: ReactNode
}

/** Puts a board on one of the owner's TVs, or on a new one. @param tell takes what became of it, with Undo */
export function useShowOnTv(tell: (notice: Notice | undefined) => void): ShowOnTv {
  const [board, setBoard] = useState<TitledBoard>()
  const done = (notice: Notice) => {
    // Another sheet may be open by the time that a TV answers.
    setBoard((asked) => (asked === board ? undefined : asked))
    tell(notice)
  }
  return {
    ask: (asked) => {
      tell(undefined)
      setBoard(asked)
    },
    sheet: board && (
      <LateSheet onLost={done}>
        <TvSheet board={board} onClose={() => setBoard(undefined)} onDone={done} tell={tell} />
      </LateSheet>
    ),
  }
}
