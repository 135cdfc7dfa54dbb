// In a file without valibot: displays carry what they take from here, and nothing else.
/** The screens that stand in when no hot game is played; the index is `idle_hotgame_type`. */
export const idleImages = [
  'Random',
  'Space Invaders',
  'Color Bars',
  'Dead Television Channel',
  'Atari 2600 Pinball',
] as const
