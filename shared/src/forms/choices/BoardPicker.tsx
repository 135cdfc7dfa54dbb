import { boardTypeName } from '@multiball/shared/client'
import type { BoardType } from '@multiball/shared/schema'
import { AsyncComboBox } from '@multiball/shared/ui'
import { boardKey, type BoardChoice, type BoardName } from './boardChoices'
import type { BoardChoices, BoardItem } from './useBoardChoices'

/** A choice among boards of one type in the words of a picker. */
const boardOption = ({ type, id, title, ownerName, isPublic }: BoardChoice) => ({
  id: boardKey({ type, id }),
  label: title,
  detail: ownerName ? `by ${ownerName}` : isPublic ? undefined : 'Private',
})

/** The same among boards of several types. */
const typedOption = ({ type, id, title, ownerName }: BoardChoice) => ({
  id: boardKey({ type, id }),
  label: title,
  detail: ownerName ? `${boardTypeName(type)} by ${ownerName}` : boardTypeName(type),
})

/** Title, type and owner: what boards of several types are searched by. */
export function boardWords(choice: BoardChoice): string {
  const { label, detail } = typedOption(choice)
  return `${label} ${detail}`
}

interface BoardPickerProps {
  label: string
  placeholder: string
  item: BoardItem
  choices: Pick<BoardChoices, 'of' | 'find'>
  /** the only type to choose from; without it all of those that the choices are of */
  type?: BoardType
  description?: string
  error: string | undefined
  /** of the form's field, where the picker is one */
  name?: string
  onBlur?(): void
  /** told undefined when nothing is chosen any more */
  onChoose(board: BoardName | undefined): void
}

/** Which board an item of a form names. */
export function BoardPicker({ item, choices, type, onChoose, ...field }: BoardPickerProps) {
  const choice = choices.of(item)
  const option = type === undefined ? typedOption : boardOption
  const nameOf = (key: string): BoardName => {
    const [chosenType, id] = key.split(' ') as [BoardType, string]
    return { type: chosenType, id: Number(id) }
  }
  return (
    <AsyncComboBox
      key={type}
      value={choice ? option(choice) : null}
      onChange={(chosen) => onChoose(chosen ? nameOf(String(chosen.id)) : undefined)}
      load={async (text, signal) =>
        (await choices.find(text, signal, type === undefined ? undefined : [type])).map(option)
      }
      {...field}
    />
  )
}
