/** A number from 0 up to, but not including, 1. */
export type Random = () => number

/** A repeatable random (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number from `min` to `max`, both included. */
export const between = (random: Random, min: number, max: number): number =>
  min + Math.floor(random() * (max - min + 1))

/** One of these. */
export const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!

/** How machines of a time count and play. */
interface Era {
  /** up to and including this year */
  until: number
  balls: number
  players: number
  /** what a good ball brings, in points */
  ball: number
  /** scores are multiples of this */
  step: number
  /** what may be going on, as game_modes on the wire; none before machines could say it */
  modes: readonly string[]
}

const nineties = [
  'MB:Multiball',
  'BL:Lock lit',
  'EB:Extra Ball lit',
  'NA{orange}:Jackpot lit',
  'NA:Video Mode',
  'BX:Mystery lit',
  'WM{orange}:Grand Finale',
]

const eras: readonly Era[] = [
  { until: 1960, balls: 5, players: 2, ball: 400, step: 1, modes: [] },
  { until: 1976, balls: 5, players: 4, ball: 9_000, step: 10, modes: [] },
  {
    until: 1985,
    balls: 3,
    players: 4,
    ball: 110_000,
    step: 10,
    modes: ['EB:Extra Ball lit', 'NA:Double Bonus', 'NA{blue}:Drop targets'],
  },
  {
    until: 1990,
    balls: 3,
    players: 4,
    ball: 900_000,
    step: 10,
    modes: ['MB:Multiball', 'BL:Lock lit', 'EB:Extra Ball lit', 'NA{orange}:Jackpot lit', 'NA:Double Scoring'],
  },
  { until: 1994, balls: 3, players: 4, ball: 45_000_000, step: 10, modes: nineties },
  { until: 1999, balls: 3, players: 4, ball: 500_000_000, step: 10_000, modes: nineties },
  {
    until: 2009,
    balls: 3,
    players: 4,
    ball: 9_000_000,
    step: 250,
    modes: ['MB:Multiball', 'BL:Lock lit', 'EB:Extra Ball lit', 'NA{red}:Jackpot lit', 'BX:Mystery lit', 'NA:Hurry Up'],
  },
  {
    until: Number.POSITIVE_INFINITY,
    balls: 3,
    players: 4,
    ball: 160_000_000,
    step: 10,
    modes: [
      'MB:Multiball',
      'MB{purple}:Super Multiball',
      'BL:Lock lit',
      'EB:Extra Ball lit',
      'NA{red}:Jackpot lit',
      'NA{pink}:Super Jackpot',
      'BX:Mystery lit',
      'NA:Playfield x2',
      'WM{orange}:Wizard Mode',
    ],
  },
]

/** The era of a machine; one without a year plays like those of the eighties. */
export const eraOf = (year: number | null): Era => eras.find(({ until }) => (year ?? 1985) <= until)!

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
export function* demoGame(era: Era, random: Random, players = between(random, 1, era.players)): Generator<DemoMoment> {
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
