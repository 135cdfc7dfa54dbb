import type { BoardName } from '@multiball/shared/forms'
import { builtInTypes } from '@multiball/shared/schema'
import * as v from 'valibot'

/** The board of a boardKey; undefined for a text that names none. */
export function boardOf(key: string): BoardName | undefined {
  const [word, digits = ''] = key.split(' ')
  const type = builtInTypes.find((known) => known === word)
  return type && /^[1-9]\d{0,14}$/.test(digits) ? { type, id: Number(digits) } : undefined
}

export const BoardKey = v.pipe(
  v.string(),
  v.check((key) => boardOf(key) !== undefined, 'Please choose a board'),
)
