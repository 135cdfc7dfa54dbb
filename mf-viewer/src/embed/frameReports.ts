import { reportedPlayers } from '@multiball/shared/boards'
import type { BoardAddress } from '@multiball/shared/live'
import type { Game } from '@multiball/shared/schema'
import type { FrameEvents } from './frameMessages'

interface State {
  seq: number
  data?: readonly unknown[]
}

/** What the page around is told of a newer state. */
export function scoreReport({ type, id }: BoardAddress, { seq, data = [] }: State): FrameEvents['score'] {
  return { type, board: id, seq, ...(type === 'scoreboard' && { players: reportedPlayers(data as Game[]) }) }
}
