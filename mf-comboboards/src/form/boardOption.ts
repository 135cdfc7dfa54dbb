import { boardTypeName } from '@multiball/shared/client'
import { boardKey, type BoardChoice } from '@multiball/shared/forms'

/** A choice in the words of the picker. */
export const asOption = ({ type, id, title, ownerName }: BoardChoice) => ({
  id: boardKey({ type, id }),
  label: title,
  detail: ownerName ? `${boardTypeName(type)} by ${ownerName}` : boardTypeName(type),
})

/** Title, type and owner. */
export function wordsOf(choice: BoardChoice): string {
  const { label, detail } = asOption(choice)
  return `${label} ${detail}`
}
