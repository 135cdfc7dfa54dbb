import { cleanName, nameOfPlayer, rankOf } from '@multiball/shared/display'
import { scoreFromWire, type Game, type StreamboardConfig } from '@multiball/shared/schema'

type PlayerOverride = StreamboardConfig['scoreboardsConfig'][number]['players'][number]

/** One player as the overlay shows it. */
export interface StreamLine {
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
 * Which slots are shown where there is room for so many: the first ones, unless somebody behind them is up.
 * @param current slot of the player who is up
 */
export function shownSlots(room: number, current: number | null): number[] {
  const first = Math.max(1, (current ?? 1) - room + 1)
  return Array.from({ length: room }, (_, at) => first + at)
}

/**
 * The players in these slots, whether they have begun to play or not.
 * @param overrideOf what the owner says of the player in a slot
 */
export function streamLines(game: Game | undefined, slots: readonly number[], overrideOf: (slot: number) => Partial<PlayerOverride>): StreamLine[] {
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
      more: [override.playerInfo, override.playerAddress].map((text) => cleanName(text ?? '')).filter(Boolean).join(' · '),
      score,
      isUp,
      isLit: isUp || (hasWinner && score !== undefined && rankOf(score, scores) === 1),
    }
  })
}
