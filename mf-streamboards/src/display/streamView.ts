import { cleanName, nameOfPlayer, rankOf } from '@multiball/shared/display'
import {
  scoreFromWire,
  streamConfigNow,
  type Game,
  type StreamboardBootstrap,
  type StreamboardConfig,
  type StreamboardScores,
} from '@multiball/shared/schema'

type PlayerOverride = StreamboardConfig['scoreboardsConfig'][number]['players'][number]

/** One player as the overlay shows it. */
interface StreamLine {
  /** of the game, from 1 */
  slot: number
  name: string
  /** the owner's info and address; '' for none */
  more: string
  /** undefined until the player has one */
  score: bigint | undefined
  isUp: boolean
  /** the one that is lit: who is up, or who won */
  isLit: boolean
}

/**
 * Which slots are shown where there is room for so many: the first ones, unless somebody behind them is up, or won.
 * @param current slot of the player who is up, or who won
 */
export function shownSlots(room: number, current: number | null): number[] {
  const first = Math.max(1, (current ?? 1) - room + 1)
  return Array.from({ length: room }, (_, at) => first + at)
}

/** Who is up; once the game is over, who won it. null: nobody. */
function slotOfInterest(game: Game): number | null {
  if (!game.settled_on) return game.current_player
  const scores = game.scores.map(({ score }) => scoreFromWire(score))
  return game.scores.find(({ score }) => rankOf(scoreFromWire(score), scores) === 1)?.position ?? null
}

/**
 * The players in these slots, whether they have begun to play or not.
 * @param overrideOf what the owner says of the player in a slot
 */
function streamLines(
  game: Game | undefined,
  slots: readonly number[],
  overrideOf: (slot: number) => Partial<PlayerOverride>,
): StreamLine[] {
  const entries = new Map(game?.scores.map((entry) => [entry.position, entry]))
  const scores = [...entries.values()].map(({ score }) => scoreFromWire(score))
  const hasWinner = !!game?.settled_on && scores.length > 1 && scores.some((score) => score > 0n)
  return slots.map((slot) => {
    const entry = entries.get(slot)
    const override = overrideOf(slot)
    const score = entry && scoreFromWire(entry.score)
    const isUp = !!game && !game.settled_on && game.current_player === slot
    return {
      slot,
      name: cleanName(override.playerName ?? '') || (nameOfPlayer(entry?.player) ?? `Player ${slot}`),
      more: [override.playerInfo, override.playerAddress]
        .map((text) => cleanName(text ?? ''))
        .filter(Boolean)
        .join(' · '),
      score,
      isUp,
      isLit: isUp || (hasWinner && score !== undefined && rankOf(score, scores) === 1),
    }
  })
}

/** One machine of a streamboard. */
export interface Station {
  machine: string
  /** its id at its venue; undefined where it is not known */
  venuemachine: number | undefined
  /** the newest game; undefined before the first */
  game: Game | undefined
  lines: StreamLine[]
  /** true where its scores may not be seen, or its scoreboard is gone */
  isMissing: boolean
}

/** The machines of a streamboard: one with as many players as the owner chose, or two with one player each. */
export function streamView(bootstrap: StreamboardBootstrap, scores: StreamboardScores | undefined): Station[] {
  const { items } = bootstrap
  const config = streamConfigNow(bootstrap, scores)
  const states = new Map((scores ?? bootstrap.scores).data.map((state) => [state.scoreboard, state]))
  const isPair = config.type === 'multiUp'
  return Array.from({ length: isPair ? 2 : 1 }, (_, order) => {
    const item = items.find((one) => one.order === order)
    const state = item && states.get(item.scoreboard)
    const game = state?.session ?? undefined
    const { numPlayers = 1, players = [] } = config.scoreboardsConfig[order] ?? {}
    const slots = shownSlots(isPair ? 1 : numPlayers, game ? slotOfInterest(game) : null)
    return {
      machine: cleanName(item?.venuemachine?.machine.name ?? ''),
      venuemachine: item?.venuemachine?.id,
      game,
      lines: streamLines(game, slots, (slot) => players[isPair ? 0 : slot - 1] ?? {}),
      isMissing: !item || item.error !== undefined || state?.error !== undefined,
    }
  })
}
