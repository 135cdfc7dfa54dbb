import type { fourPlayerEntry } from '../rig'

/** What the peers make of a post: a message of the shape and size of ours. */
export function messageOf({
  session_sequence: seq,
  game_modes,
  current_player,
  current_ball,
  ...entry
}: ReturnType<typeof fourPlayerEntry>) {
  const scores = [entry.current_p1_score, entry.current_p2_score, entry.current_p3_score, entry.current_p4_score].map(
    (score, slot) => ({ position: slot + 1, score, player: null }),
  )
  const game = { id: 1, venuemachine_id: 1, scores, current_player, current_ball, settled_on: null, game_modes }
  return { type: 'SCORES', name: 'scoreboard:1:scores', data: [game], epoch: 'aaaaaaaaaaaaaaaa', seq }
}

/** What they answer to it. */
export const answerToPost = '{"scores":[{"position":1,"player":null}]}'
