import { newBoard, ScoreboardInput } from '@multiball/shared/schema'
import type { Game, ScoreboardBootstrap, VenueMachine } from '@multiball/shared/schema'
import { scoresOf } from './scoresOf'

const { is_public: _public, venuemachine_items: _items, ...settings } = newBoard(ScoreboardInput)

/** A scoreboard that shows this machine and nothing else, as a viewer would be sent it while this game is the newest. */
export function wallOf({ id, venue, machine }: VenueMachine, game: Game): ScoreboardBootstrap {
  return {
    ...settings,
    id,
    display_title: false,
    items: [{ order: 0, venuemachine: { id, venue, machine } }],
    scores: scoresOf(game),
  }
}
