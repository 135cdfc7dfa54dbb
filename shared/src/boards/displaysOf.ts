import { boardTypeOf } from '@multiball/shared/client'
import type { BoardType } from '@multiball/shared/schema'

/**
 * The board types whose displays a board of this type needs: its own, and those of the boards that it shows. Asked for
 * beside the board, since only its bootstrap would name them; what only the bootstrap knows is loaded when it is drawn.
 */
export const displaysOf = (type: BoardType): readonly BoardType[] => [type, ...boardTypeOf(type).shows]
