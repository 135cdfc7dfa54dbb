import { newBoard, ScoreboardInput, type Scoreboard } from '@multiball/shared/schema'

/** What the form opens with: the stored scoreboard, its hidden fields too so that a save keeps them, or a new private one. */
export function scoreboardDefaults(board: Scoreboard | undefined): ScoreboardInput {
  if (!board) return newBoard(ScoreboardInput)
  const { id: _id, user_roles: _roles, viewer_key: _key, ...input } = board
  return input
}
