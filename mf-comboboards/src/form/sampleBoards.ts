import { previewColor, previewTitle, sampleGame, sampleGameOver, samplePlayer } from '@multiball/shared/forms'
import { LeaderboardInput, newBoard, ScoreboardInput } from '@multiball/shared/schema'
import type {
  ComboboardBootstrap,
  ComboboardInput,
  ComboboardScores,
  Game,
  LeaderboardScore,
  ScoreboardBootstrap,
} from '@multiball/shared/schema'

export type SamplePart = ComboboardBootstrap['boards'][number]
export type SampleState = ComboboardScores['boards'][number]
type LeaderboardPart = NonNullable<Extract<SamplePart, { item_type: 'leaderboard' }>['bootstrap']>

const machines = [
  'Dragon’s Keep',
  'Neon Harbor',
  'Moon Miner',
  'Turbo Canyon',
  'Voodoo Lagoon',
  'Clockwork Carnival',
  'Starline Express',
  'Kraken Bay',
  'Iron Circus',
  'Midnight Diner',
  'Robo Rodeo',
  'Thunder Alley',
  'Pharaoh’s Run',
  'Sasquatch Lodge',
  'Cosmic Bowl',
  'Atomic Orchard',
  'Pirate Radio',
  'Jungle Line',
  'Haunted Elevator',
  'Grand Slam ’92',
]
const modes = ['MB:Dragon Multiball', 'WM:Wizard Mode', 'EB:Extra Ball Lit', 'BX:Jackpot Bonus']
const playerCounts = [4, 2, 1, 3]

const inTurn = <Value>(values: readonly Value[], at: number): Value => values[at % values.length]!

/** The same amount for the same place each time: a preview does not jump. */
const amount = (board: number, row: number) =>
  Math.round(10 ** (7 + ((board * 7 + row * 3) % 4)) * (1 + ((board * 13 + row * 37) % 89) / 10)) * 10

function game(board: number): Game {
  const players = inTurn(playerCounts, board)
  const amounts = Array.from({ length: players }, (_, row) => amount(board, row))
  const playing = {
    current_player: (board % players) + 1,
    current_ball: (board % 3) + 1,
    game_modes: [inTurn(modes, board)],
  }
  return sampleGame(
    amounts,
    { id: board + 1, venuemachine_id: board + 1, ...(board % 7 === 6 ? sampleGameOver : playing) },
    board,
  )
}

const best = (board: number): LeaderboardScore[] =>
  Array.from({ length: 10 }, (_, row) => amount(board, row))
    .sort((one, other) => other - one)
    .map((score, row) => ({
      position: row + 1,
      score,
      player: samplePlayer(board + row),
      settled_on: '2026-01-01T21:42:00Z',
    }))

const { is_public: _public, venuemachine_items: _items, ...scoreboardSettings } = newBoard(ScoreboardInput)
const leaderboardSettings = newBoard(LeaderboardInput)

const scoreboard = (board: number): Omit<ScoreboardBootstrap, 'scores'> => {
  const id = board + 1
  return {
    ...scoreboardSettings,
    id,
    title: inTurn(machines, board),
    items: [
      {
        order: 0,
        venuemachine: { id, machine: { id, name: inTurn(machines, board) }, venue: { id: 1, name: 'Your venue' } },
      },
    ],
  }
}

const leaderboard = (board: number): LeaderboardPart => {
  const id = board + 1
  return {
    ...leaderboardSettings,
    id,
    title: inTurn(machines, board),
    display_title: false,
    items: [{ id, type: 'venuemachine', order: 0, name: inTurn(machines, board) }],
    machine_count: 1,
    player_count: null,
  }
}

/** A made-up board for a place of the grid; every fourth is a leaderboard. */
export function sampleBoard(at: number): { part: SamplePart; state: SampleState } {
  const place = { item_id: at + 1, order: at }
  return at % 4 === 1
    ? {
        part: { item_type: 'leaderboard', ...place, bootstrap: leaderboard(at) },
        state: { item_type: 'leaderboard', ...place, data: [{ scores: best(at) }] },
      }
    : {
        part: { item_type: 'scoreboard', ...place, bootstrap: scoreboard(at) },
        state: { item_type: 'scoreboard', ...place, sessions: [game(at)] },
      }
}

/** A made-up scoreboard of a machine of this name. */
export function sampleScoreboard(
  at: number,
  machine: string,
  enablePlayerRank: boolean,
): { part: SamplePart; state: SampleState } {
  const place = { item_type: 'scoreboard' as const, item_id: at + 1, order: at }
  const bootstrap = scoreboard(at)
  const items = bootstrap.items.map(({ order, venuemachine }) => ({
    order,
    venuemachine: { ...venuemachine, machine: { id: at + 1, name: machine } },
  }))
  return {
    part: { ...place, bootstrap: { ...bootstrap, items, enablePlayerRank } },
    state: { ...place, sessions: [game(at)] },
  }
}

/** A made-up leaderboard of a machine of this name. */
export function sampleLeaderboard(at: number, machine: string): { part: SamplePart; state: SampleState } {
  const place = { item_type: 'leaderboard' as const, item_id: at + 1, order: at }
  const bootstrap = leaderboard(at)
  const items = bootstrap.items.map((item) => ({ ...item, name: machine }))
  return {
    part: { ...place, bootstrap: { ...bootstrap, title: machine, items } },
    state: { ...place, data: [{ scores: best(at) }] },
  }
}

/** The draft as the display would receive it once saved, with these boards; what is not yet valid is shown by its default. */
export function previewBootstrap(
  draft: Pick<ComboboardInput, 'title' | 'background_color' | 'high_density'>,
  boards: readonly { part: SamplePart; state: SampleState }[],
): ComboboardBootstrap {
  return {
    id: 1,
    title: previewTitle(draft.title),
    background_color: previewColor(draft.background_color),
    high_density: draft.high_density,
    items: boards.map(({ part: { item_type, item_id, order } }) => ({ item_type, item_id, order })),
    boards: boards.map(({ part }) => part),
    scores: { boards: boards.map(({ state }) => state), epoch: 'sample', seq: 1 },
  }
}
