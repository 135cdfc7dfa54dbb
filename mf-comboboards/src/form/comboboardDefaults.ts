import { ComboboardInput, newBoard, type Comboboard } from '@multiball/shared/schema'
import { noBoard } from './items'

/** What the form opens with: the stored comboboard, or a new private one with two places to fill. */
export function comboboardDefaults(board: Comboboard | undefined): ComboboardInput {
  if (!board) return { ...newBoard(ComboboardInput), items: [noBoard(0), noBoard(1)] }
  const { id: _id, user_roles: _roles, viewer_key: _key, ...input } = board
  return { ...input, items: input.items.map((item, order) => ({ ...item, order })) }
}
