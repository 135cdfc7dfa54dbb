import { boardTypes } from '@multiball/shared/client'
import {
  BackgroundField,
  BoardForm,
  boardWords,
  FieldGroup,
  FieldPair,
  inOrder,
  MomentsField,
  PrivacyField,
  SwitchField,
  TitleField,
  useBoardChoices,
  useTypeForm,
} from '@multiball/shared/forms'
import type { BoardFormProps } from '@multiball/shared/pages'
import type { ComboboardInput } from '@multiball/shared/schema'
import { useState } from 'react'
import { comboboardDraft, comboboardFormSchema } from './comboboardDraft'
import { ComboboardPreview } from './ComboboardPreview'
import { ItemsField } from './ItemsField'

/** Of boards whose display can be a cell. */
const cellTypes = () => boardTypes().flatMap(({ type, hasGridCell }) => (hasGridCell ? [type] : []))

/** Creates or updates a comboboard. */
export function ComboboardForm({ owner, board, onSaved }: BoardFormProps<'comboboard'>) {
  const typeForm = useTypeForm({
    type: 'comboboard',
    owner,
    board,
    schema: comboboardFormSchema,
    defaults: comboboardDraft(board),
    // Checked: every place has its board.
    inputOf: ({ items, ...fields }) => ({ ...fields, items: inOrder(items as ComboboardInput['items']) }),
    onSaved,
  })
  const { values } = typeForm.form
  const [types] = useState(cellTypes)
  const choices = useBoardChoices(types, owner, values.items, boardWords)

  return (
    <BoardForm {...typeForm} preview={<ComboboardPreview draft={values} />}>
      <TitleField />
      <FieldPair>
        <PrivacyField />
        <BackgroundField />
      </FieldPair>
      <FieldGroup>
        <SwitchField
          name="high_density"
          label="High density"
          description="Up to 20 boards instead of 6; leaderboards show 5 rows"
        />
        <MomentsField />
      </FieldGroup>
      <ItemsField choices={choices} isHighDensity={values.high_density} />
    </BoardForm>
  )
}
