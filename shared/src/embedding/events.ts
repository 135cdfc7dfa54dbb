import { reportedPlayers } from '@multiball/shared/boards'
import type { BoardAddress, Connection } from '@multiball/shared/live'
import type { BoardTrouble, BoardType, Game } from '@multiball/shared/schema'
import { useEffect, useEffectEvent } from 'react'

/**
 * What a board in a partner's page says of itself, in a frame and inline alike. The element, host.js and the messages of
 * frames pass it on; embed/src/contract.ts promises it to partners, and the compiler holds the two together.
 */
export interface BoardEvents {
  /** the board is on screen, for the first time or again */
  ready: { type: BoardType; board: number; title: string }
  /** a newer state; `players` of scoreboards: null for one who is not known, scores as digits since they may pass 2^53 */
  score: { type: BoardType; board: number; seq: number; players?: { name: string | null; score: string }[] }
  /** said when either changes; asOf: ms since 1970 when the server last answered */
  state: { connection: Connection; asOf?: number }
  /** px: the size that suits the board best; of a board over footage that of its canvas */
  resize: { width: number; height: number }
  /** the board is not on screen */
  error: BoardTrouble
}

export type TellEvent = <Name extends keyof BoardEvents>(event: Name, detail: BoardEvents[Name]) => void

interface State {
  seq: number
  data?: readonly unknown[]
}

/** What is said of a newer state: of a scoreboard the players of its newest game. */
export const scoreEvent = ({ type, id }: BoardAddress, { seq, data = [] }: State): BoardEvents['score'] => ({
  type,
  board: id,
  seq,
  ...(type === 'scoreboard' && {
    players: reportedPlayers(data as Game[]).map(({ name, score }) => ({ name, score: String(score) })),
  }),
})

/** Says something when it is news: another detail than the last one. Nothing is said while it is undefined. */
export function useTell<Name extends keyof BoardEvents>(
  tellEvent: TellEvent,
  event: Name,
  detail: BoardEvents[Name] | undefined,
): void {
  const text = detail && JSON.stringify(detail)
  const tell = useEffectEvent(() => detail && tellEvent(event, detail))
  useEffect(() => {
    if (text !== undefined) tell()
  }, [text])
}
