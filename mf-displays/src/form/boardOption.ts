import { boardTypeLabel, boardTypeName } from '@multiball/shared/client'
import { boardKey, type BoardName } from '@multiball/shared/forms'

export interface TitledBoard extends BoardName {
  title: string
}

/** A board in the words of the picker. */
export const asOption = ({ type, id, title }: TitledBoard) => ({ id: boardKey({ type, id }), label: title, detail: boardTypeLabel(type) })

/** Title and type. */
export const wordsOf = ({ type, title }: TitledBoard) => `${title} ${boardTypeName(type)}`
