import { nameOfPlayer } from '@multiball/shared/display'
import { boardTroubles, type BoardTrouble, type Game, type WireScore } from '@multiball/shared/schema'

const notFoundStatus = 404

interface Standing {
  /** of the last answer that was none, 0 when the network failed */
  status: number | undefined
  /** it was read before: then it stays whatever happens */
  hasBoard: boolean
  /** its display is missing or threw */
  hasFailed: boolean
}

/** What keeps a board from a partner's page; undefined while it is there or on its way. */
export function boardTroubleOf({ status, hasBoard, hasFailed }: Standing): BoardTrouble | undefined {
  if (status === notFoundStatus && !hasBoard) return boardTroubles.notFound
  if (hasFailed) return boardTroubles.remoteFailed
  return status !== undefined && !hasBoard ? boardTroubles.network : undefined
}

/** A player of a scoreboard's game; null for one who is known by his slot alone. */
export interface ReportedPlayer {
  name: string | null
  score: WireScore
}

/** The players of the newest of these games, in the order of their slots, each by the name that the board has for him. */
export const reportedPlayers = ([game]: readonly Game[]): ReportedPlayer[] =>
  [...(game?.scores ?? [])]
    .sort((one, other) => one.position - other.position)
    .map(({ player, score }) => ({ name: nameOfPlayer(player) ?? null, score }))
