import type { Size } from '@multiball/shared/display'
import type { BoardView } from './boardView'

/** What a cell says of its leaderboard below the name, in one line. */
export const factsLine = ({ scope, machines, players }: BoardView): string =>
  [scope, ...[machines, players].map(({ count, words }) => `${count} ${words}`)].join(' · ')

/** Width of an average letter of the wall's type, in em. */
const letterEm = 0.31
const gapLetters = 4

/**
 * Whether line and facts of a cell stand beside each other in one line. Counts with the type of CellHeader.module.css.
 * @param isLong above more than five rows, where the type is smaller
 */
export function areBeside(line: string, facts: string, { width, height }: Size, isLong: boolean): boolean {
  const type = 0.78 * Math.min(height * (isLong ? 0.092 : 0.1288), (width * 0.932) / 9.6)
  return (line.length + gapLetters + facts.length) * letterEm * type <= width * 0.932
}
