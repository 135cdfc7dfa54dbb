import type { Era } from './eras'
import { between, oneOf } from './random'
import type { Random } from './random'

/** One change of a game: the whole state, as an entry tells it. */
export interface DemoMoment {
  /** pause before it, ms */
  afterMs: number
  isActive: boolean
  currentPlayer: number
  currentBall: number
  /** one a player */
  scores: number[]
  modes: string[]
}

const inSteps = (points: number, step: number) => Math.max(step, Math.round(points / step) * step)

/** Most shots bring little, some a lot. */
const shot = (random: Random) => (random() < 0.12 ? 3 + random() * 5 : 0.15 + random() ** 2 * 1.6)

/** A believable game from the first ball to its end. */
export function* demoGame(era: Era, random: Random): Generator<DemoMoment> {
  const players = between(random, 1, era.players)
  const skills = Array.from({ length: players }, () => 0.45 + random() * 1.1)
  const scores = skills.map(() => 0)
  let modes: string[] = []
  const moment = (afterMs: number, player: number, ball: number): DemoMoment => ({
    afterMs,
    isActive: true,
    currentPlayer: player + 1,
    currentBall: ball,
    scores: [...scores],
    modes: [...modes],
  })

  for (let ball = 1; ball <= era.balls; ball += 1) {
    for (let player = 0; player < players; player += 1) {
      modes = []
      yield moment(ball === 1 && player === 0 ? 0 : between(random, 1_800, 3_500), player, ball)
      // Good players keep the ball.
      const shots = Math.max(4, Math.round((6 + random() * 14) * skills[player]!))
      for (let played = 0; played < shots; played += 1) {
        modes = nextModes(modes, era, random)
        const isMultiball = modes.some((mode) => mode.startsWith('MB'))
        scores[player]! += inSteps((era.ball / 13) * shot(random) * skills[player]! * (isMultiball ? 2.5 : 1), era.step)
        yield moment(between(random, 700, 2_600), player, ball)
      }
    }
  }
  modes = []
  yield { ...moment(between(random, 1_500, 2_500), players - 1, era.balls), isActive: false }
}

/** Now and then a mode begins, and one that ran ends. Never more than three. */
function nextModes(modes: readonly string[], era: Era, random: Random): string[] {
  const running = modes.filter(() => random() > 0.14)
  if (era.modes.length === 0 || running.length >= 3 || random() > 0.2) return running
  const begun = oneOf(random, era.modes)
  return running.includes(begun) ? running : [...running, begun]
}

/** The scores at the end of a game. */
export const finalScores = (era: Era, random: Random): number[] => [...demoGame(era, random)].at(-1)!.scores
