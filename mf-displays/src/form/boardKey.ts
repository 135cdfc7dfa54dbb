import type { BoardName } from '@multiball/shared/forms'
import * as v from 'valibot'

/** The board of a boardKey; undefined for a text that names none. */
export function boardOf(key: string): BoardName | undefined {
  const [, type, digits] = /^([a-z]{2,30}) ([1-9]\d{0,14})$/.exec(key) ?? []
  return type === undefined ? undefined : { type, id: Number(digits) }
}

export const BoardKey = v.pipe(
  v.string(),
  v.check((key) => boardOf(key) !== undefined, 'Please choose a board'),
)
