import { cleanName, type ReadShown } from '@multiball/shared/display'
import { scoreFromWire, type Chase, type Game } from '@multiball/shared/schema'

/** How far a game is: 'near' from half of the record on, 'passed' while it is played, 'made' once it has settled and is the record. */
export type Step = 'far' | 'near' | 'passed' | 'made'

interface Race {
  step: Step
  /** of the player whom it is about, from 1; 0: of none */
  slot: number
}

const scoresOf = (game: Game, shown: ReadShown) =>
  game.scores.map(({ position: slot, score }) => ({ slot, score: shown(slot) ?? scoreFromWire(score) }))

/** The slot whose score has become the record, since its game has settled. */
const makerOf = (chase: Chase, game: Game) =>
  game.settled_on !== null && game.settled_on === chase.settled_on
    ? game.scores.find(({ score }) => scoreFromWire(score) === scoreFromWire(chase.score))?.position
    : undefined

/** The slots that are past a record, by the numbers on show. Who only equals it is not: the earlier score holds. */
export function passedOf(chase: Chase, game: Game, shown: ReadShown): number[] {
  const record = scoreFromWire(chase.score)
  const maker = makerOf(chase, game)
  return scoresOf(game, shown)
    .filter(({ slot, score }) => score > record || (slot === maker && score === record))
    .map(({ slot }) => slot)
}

/**
 * Where a game stands on its way past a record, by the numbers on show. It is the race of who is up, or else of the highest; of
 * several who are past the record, the highest counts.
 */
export function raceOf(chase: Chase, game: Game, shown: ReadShown): Race {
  const record = scoreFromWire(chase.score)
  const scores = scoresOf(game, shown)
  const best = scores.reduce((first, other) => (other.score > first.score ? other : first))
  const maker = scores.find(({ slot }) => slot === makerOf(chase, game))
  if (maker) return { step: maker.score >= record ? 'made' : 'near', slot: maker.slot }
  if (game.settled_on !== null) return { step: 'far', slot: 0 }
  if (best.score > record) return { step: 'passed', slot: best.slot }
  const chaser = scores.find(({ slot }) => slot === game.current_player) ?? best
  return { step: 2n * chaser.score >= record ? 'near' : 'far', slot: chaser.slot }
}

const names = { all_time: 'House record', month: 'Best of the month', day: 'Best of the day' }

/** What a record is called on the wall. */
export const recordName = ({ of, title = '' }: Chase): string =>
  of === 'leaderboard' ? `Best of ${cleanName(title)}` : names[of]

/** What is said of it at a step: its name, and a word before or after that. */
export function wordsAt(step: Step, chase: Chase): { name: string; after: string } {
  const name = recordName(chase)
  if (step === 'made') return { name: `New ${name.charAt(0).toLowerCase()}${name.slice(1)}`, after: '' }
  return { name, after: step === 'passed' ? 'passed' : '' }
}
