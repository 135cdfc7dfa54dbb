import { sampleGame, sampleGameOver } from '@multiball/shared/forms'
import type { Game, StreamboardScores } from '@multiball/shared/schema'

/** The states that the preview shows a streamboard in. */
export const sampleNames = ['Playing', '13 digits', 'Game over', 'No game yet'] as const
export type SampleName = (typeof sampleNames)[number]

const usual = [412_305_870, 38_914_220, 1_284_906_530, 97_340_110]
const long = [1_046_218_340_110, 412_305_870_410, 9_740_220_510, 8_880_000_000_000]

const game = (station: number, players: number, amounts: readonly number[], fields: Partial<Game> = {}): Game => {
  const scores = Array.from({ length: players }, (_, at) => amounts[(at + station) % amounts.length]!)
  return sampleGame(
    scores,
    { id: station + 1, venuemachine_id: station + 1, current_player: Math.min(players, 3), ...fields },
    station,
  )
}

const games: Record<SampleName, ((station: number, players: number) => Game) | undefined> = {
  Playing: (station, players) => game(station, players, usual),
  '13 digits': (station, players) => game(station, players, long, { current_player: 1, current_ball: 3 }),
  'Game over': (station, players) => game(station, players, usual, sampleGameOver),
  'No game yet': undefined,
}

/** Made-up scores for so many players on each machine. */
export const sampleScores = (sample: SampleName, players: readonly number[]): StreamboardScores => ({
  data: players.map((count, order) => ({
    order,
    scoreboard: order + 1,
    venuemachine_id: order + 1,
    session: games[sample]?.(order, count) ?? null,
  })),
  epoch: 'sample',
  seq: sampleNames.indexOf(sample),
})
