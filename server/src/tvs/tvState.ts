import { createHash } from 'node:crypto'
import type { TvState } from '@multiball/shared/schema'
import type { TvRow } from './tvs.store'

const versionOf = (told: object) => createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 16)

/** What a TV is told that waits for an owner. */
export const unpairedState: TvState = { type: 'unpaired', version: versionOf({}) }

/** What a TV of an owner is told. */
export function pairedState({ name, board_type, board_id, viewer_key, reloads, identifies, screen }: TvRow): TvState {
  const board = board_type && board_id ? { type: board_type, id: board_id, ...(viewer_key && { key: viewer_key }) } : null
  const told = { name, board, reloads, identifies, ...(screen && { screen }) }
  return { type: 'paired', version: versionOf(told), ...told }
}
