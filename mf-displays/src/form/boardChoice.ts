import { boardTypeLabel, boardTypeName } from '@multiball/shared/client'
import { boardKey, type BoardName } from '@multiball/shared/forms'
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

export interface TitledBoard extends BoardName {
  title: string
}

/** A board in the words of the picker. */
export const asOption = ({ type, id, title }: TitledBoard) => ({
  id: boardKey({ type, id }),
  label: title,
  detail: boardTypeLabel(type),
})

/** Title and type. */
export const wordsOf = ({ type, title }: TitledBoard) => `${title} ${boardTypeName(type)}`
