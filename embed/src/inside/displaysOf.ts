import type { BoardType } from '@multiball/shared/schema'

/** The board types whose displays a board of this type needs, as far as its type tells. */
export const displaysOf = (type: BoardType): readonly BoardType[] => (type === 'comboboard' ? ['comboboard', 'scoreboard', 'leaderboard'] : [type])
