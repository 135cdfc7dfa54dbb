import { boardTypes } from '@multiball/shared/schema'
import type { BoardType } from '@multiball/shared/schema'
import * as v from 'valibot'

/** A board among those of all types. */
export interface BoardName {
  type: BoardType
  id: number
}

/** A board as one text, which forms and pickers can hold. */
export const boardKey = ({ type, id }: BoardName): string => `${type} ${id}`

/** Undefined for a text that names no board. */
export function boardOf(key: string): BoardName | undefined {
  const [word, digits = ''] = key.split(' ')
  const type = boardTypes.find((known) => known === word)
  return type && /^[1-9]\d{0,14}$/.test(digits) ? { type, id: Number(digits) } : undefined
}

export const BoardKey = v.pipe(
  v.string(),
  v.check((key) => boardOf(key) !== undefined, 'Please choose a board'),
)
