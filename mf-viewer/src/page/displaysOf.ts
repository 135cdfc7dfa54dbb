import type { BoardType } from '@multiball/shared/schema'

/**
 * The board types whose displays a page of this type needs: its own, and those of the boards that it shows. Asked for
 * beside the board, since only its bootstrap would name them.
 */
export const displaysOf = (type: BoardType): readonly BoardType[] => (type === 'comboboard' ? ['comboboard', 'scoreboard', 'leaderboard'] : [type])
