import type { LeaderboardScore, LeaderboardScores, Player, WireScore } from '@multiball/shared/schema'

/** The states that the preview shows a board in. */
export const sampleNames = ['Full list', 'Ties', '13 digits', 'Few rows', 'Empty', 'Grid cell'] as const
type SampleName = (typeof sampleNames)[number]

const names = [
  'Wilhelmina Hargreaves-Nakamura',
  'Maria Okonkwo',
  'Þórunn Ósk Einarsdóttir',
  'Ιωάννα Παπαδοπούλου',
  'Teo',
  'Željko Đorđević',
  'Дмитрий Соколов',
  'Anh Nguyễn',
  null,
  'Sam “Tilt” Whitaker',
]

const player = (at: number): Player | null => {
  const name = names[at]
  return name
    ? { id: at + 1, cached_display_name: name, initials: '', prefer_initials: false, profile_picture: null }
    : null
}

const score = (amount: WireScore, at: number): LeaderboardScore => ({
  position: at + 1,
  score: amount,
  player: player(at),
  settled_on: `2026-01-${String(at + 1).padStart(2, '0')}T20:00:00Z`,
})

let seq = 0
// A later state has the higher number, as on the wire, so that switching samples is never taken for an old state.
const state = (...scores: WireScore[]): LeaderboardScores => ({
  data: [{ scores: scores.map(score) }],
  epoch: 'sample',
  seq: (seq += 1),
})

const full = [
  1_284_906_530, 974_022_510, 612_044_800, 489_307_720, 412_305_870, 331_894_010, 147_959_700, 98_640_110, 64_310_900,
  38_914_220,
]

export const samples: Record<SampleName, LeaderboardScores> = {
  'Full list': state(...full),
  Ties: state(
    974_022_510,
    974_022_510,
    612_044_800,
    412_305_870,
    412_305_870,
    412_305_870,
    147_959_700,
    98_640_110,
    98_640_110,
    38_914_220,
  ),
  '13 digits': state(
    1_003_284_906_530,
    412_305_870_410,
    98_640_112_900,
    9_740_220_510,
    6_120_448_000,
    4_893_077_230,
    3_318_940_110,
    1_284_906_530,
    997_340_110,
    412_305_870,
  ),
  'Few rows': state(...full.slice(0, 3)),
  Empty: state(),
  'Grid cell': state(...full),
}
