import { boardTypeOf } from '@multiball/shared/client'
import type { BoardChoice, BoardChoices } from '@multiball/shared/forms'
import { boardIsPrivate } from '@multiball/shared/schema'
import { AsyncComboBox } from '@multiball/shared/ui'
import { screenTypeName } from './screenTypes'
import type { Screen, ScreenType } from './screens'

interface BoardPickerProps {
  type: ScreenType
  screen: Screen
  choices: BoardChoices
  /** whether everybody may see the slideshow */
  isShowPublic: boolean
  error: string | undefined
  onChange(screen: Screen): void
}

/** A choice in the words of the picker. */
const asOption = ({ id, title, ownerName, isPublic }: BoardChoice) => ({
  id,
  label: title,
  detail: ownerName ? `by ${ownerName}` : isPublic ? undefined : 'Private',
})

/** Which board a screen shows. */
export function BoardPicker({ type, screen, choices, isShowPublic, error, onChange }: BoardPickerProps) {
  const choice = choices.of(screen)
  return (
    <AsyncComboBox
      key={type}
      label={screenTypeName(type)}
      placeholder={`Search ${boardTypeOf(type).plural}`}
      value={choice ? asOption(choice) : null}
      onChange={(chosen) => onChange({ ...screen, item_id: chosen ? Number(chosen.id) : 0 })}
      load={async (text, signal) => (await choices.find(text, signal, [type])).map(asOption)}
      description={isShowPublic && choice && !choice.isPublic ? `Not public: viewers will read “${boardIsPrivate}” in its place.` : undefined}
      error={error}
    />
  )
}
