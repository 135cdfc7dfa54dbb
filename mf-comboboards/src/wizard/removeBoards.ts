import { boards } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import type { MadeBoard } from './plan'

/**
 * Deletes these boards, the last made first. Answers those that are still there, and why.
 * @param onStep told before each, how many were dealt with
 */
export async function removeBoards(made: readonly MadeBoard[], onStep: (at: number) => void): Promise<{ left: MadeBoard[]; cause: unknown }> {
  const left: MadeBoard[] = []
  let cause: unknown
  for (const [at, board] of [...made].reverse().entries()) {
    onStep(at)
    try {
      await boards(board.type).remove(board.id)
    } catch (thrown) {
      // Gone already is gone.
      if (thrown instanceof ApiError && thrown.status === 404) continue
      left.unshift(board)
      cause = thrown
    }
  }
  return { left, cause }
}
