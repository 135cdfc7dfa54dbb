/** How machines of a time count and play. */
export interface Era {
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
  { until: 1985, balls: 3, players: 4, ball: 110_000, step: 10, modes: ['EB:Extra Ball lit', 'NA:Double Bonus', 'NA{blue}:Drop targets'] },
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
