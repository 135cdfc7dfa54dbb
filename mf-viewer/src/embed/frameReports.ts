import { cleanName } from '@multiball/shared/display'
import type { BoardAddress } from '@multiball/shared/live'
import type { Game, PlayerScore } from '@multiball/shared/schema'
import type { FrameErrorCode, FrameEvents } from './frameMessages'

/** Why a board is not on the screen. */
export interface Trouble {
  code: FrameErrorCode
  message: string
}

/** In the order in which one hides the other. The same sentences stand in the frame. */
export const troubles = {
  notFound: { code: 'BOARD_NOT_FOUND', message: 'This board is not available.' },
  remoteFailed: { code: 'REMOTE_FAILED', message: 'This board cannot be shown at the moment.' },
  network: { code: 'NETWORK', message: 'This board cannot be reached at the moment.' },
} as const satisfies Record<string, Trouble>

const notFoundStatus = 404

/**
 * What keeps a board from being shown; undefined while it is there or on its way.
 * @param status of the last answer that was none, 0 when the network failed
 * @param hasBoard it was read before: then it stays whatever happens
 * @param hasFailed its display is missing or threw
 */
export function troubleOf({ status, hasBoard, hasFailed }: { status: number | undefined; hasBoard: boolean; hasFailed: boolean }): Trouble | undefined {
  if (status === notFoundStatus && !hasBoard) return troubles.notFound
  if (hasFailed) return troubles.remoteFailed
  return status !== undefined && !hasBoard ? troubles.network : undefined
}

/** As the board itself names a player; null where it has only his number. */
function nameOf({ player }: PlayerScore): string | null {
  if (!player) return null
  const names = player.prefer_initials ? [player.initials, player.cached_display_name] : [player.cached_display_name, player.initials]
  return names.map(cleanName).find((name) => name !== '') ?? null
}

interface State {
  seq: number
  data?: readonly unknown[]
}

/** What the page around is told of a newer state. */
export function scoreReport({ type, id }: BoardAddress, { seq, data }: State): FrameEvents['score'] {
  const newest = type === 'scoreboard' ? (data as Game[] | undefined)?.[0] : undefined
  return { type, board: id, seq, ...(newest && { players: newest.scores.map((score) => ({ name: nameOf(score), score: score.score })) }) }
}
