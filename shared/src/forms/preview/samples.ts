import { parseColor, type Game, type Player, type WireScore } from '@multiball/shared/schema'

/** A title as a preview shows it while it is typed. */
export const previewTitle = (title: string): string => title.trim() || 'Your title'

/** A colour as a preview shows it while it is typed. */
export const previewColor = (color: string, otherwise = '#000'): string =>
  parseColor(color.trim()) ? color.trim() : otherwise

const names = [
  'Maria Okonkwo',
  'Željko Đorđević',
  'Wilhelmina Hargreaves-Nakamura',
  'Teo',
  'Þórunn Ósk Einarsdóttir',
  'Дмитрий Соколов',
  'Ιωάννα Παπαδοπούλου',
]

/** A made-up player, the same for the same place each time. */
export const samplePlayer = (at: number): Player => ({
  id: at + 1,
  cached_display_name: names[at % names.length]!,
  initials: '',
  prefer_initials: false,
  profile_picture: null,
})

/** A made-up game in progress, with these scores from slot 1 on. */
export const sampleGame = (scores: readonly WireScore[], fields: Partial<Game> = {}, firstPlayer = 0): Game => ({
  id: 1,
  venuemachine_id: 1,
  scores: scores.map((score, at) => ({ position: at + 1, score, player: samplePlayer(firstPlayer + at) })),
  current_player: 1,
  current_ball: 2,
  settled_on: null,
  game_modes: ['MB:Multiball'],
  ...fields,
})

/** What is different of a game that is over. */
export const sampleGameOver = {
  current_player: null,
  current_ball: null,
  settled_on: '2026-01-01T21:42:00Z',
  game_modes: [],
} satisfies Partial<Game>
