import type { Game, ScoreboardBootstrap, VenueMachine } from '@multiball/shared/schema'
import { scoresOf } from './scoresOf'

/** A scoreboard that shows this machine and nothing else, as a viewer would be sent it while this game is the newest. */
export function wallOf({ id, venue, machine }: VenueMachine, game: Game): ScoreboardBootstrap {
  return {
    id,
    title: '',
    display_title: false,
    background_color: '#000000',
    high_density: false,
    enablePlayerRank: false,
    leaderboard: null,
    idle_leaderboard_show: false,
    idle_leaderboard_sec: 10,
    idle_scoreboard_sec: 10,
    idle_hotgame_show: false,
    idle_hotgame_type: 0,
    items: [{ order: 0, venuemachine: { id, venue, machine } }],
    scores: scoresOf(game),
  }
}
