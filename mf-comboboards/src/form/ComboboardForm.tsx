import { comboboards } from '@multiball/shared/api'
import { boardTypes } from '@multiball/shared/client'
import { BackgroundField, BoardForm, FieldGroup, FieldPair, PrivacyField, SwitchField, TitleField, useBoardChoices, useBoardForm, useOtherTitles } from '@multiball/shared/forms'
import type { BoardFormProps } from '@multiball/shared/pages'
import { useState } from 'react'
import { wordsOf } from './boardOption'
import { comboboardDefaults } from './comboboardDefaults'
import { comboboardFormSchema } from './comboboardFormSchema'
import { ComboboardPreview } from './ComboboardPreview'
import { inOrder } from './items'
import { ItemsField } from './ItemsField'

/** Of boards whose display can be a cell. */
const cellTypes = () => boardTypes().flatMap(({ type, hasGridCell }) => (hasGridCell ? [type] : []))

/** Creates or updates a comboboard. */
export function ComboboardForm({ owner, board, onSaved }: BoardFormProps<'comboboard'>) {
  const form = useBoardForm({
    schema: comboboardFormSchema,
    defaults: comboboardDefaults(board),
    owner,
    otherTitles: useOtherTitles('comboboard', owner, board?.id),
    save: ({ items, ...input }) => {
      const placed = { ...input, items: inOrder(items) }
      return board ? comboboards.update(board.id, placed) : comboboards.create(placed)
    },
    onSaved,
  })
  const [types] = useState(cellTypes)
  const { values } = form
  const choices = useBoardChoices(types, owner, values.items, wordsOf)

  return (
    <BoardForm
      form={form}
      kind="Comboboard"
      isNew={!board}
      listPath="/comboboards"
      preview={<ComboboardPreview draft={values} />}
    >
      <TitleField />
      <FieldPair>
        <PrivacyField />
        <BackgroundField />
      </FieldPair>
      <FieldGroup>
        <SwitchField name="high_density" label="High density" description="Up to 20 boards instead of 6; leaderboards show 5 rows" />
      </FieldGroup>
      <ItemsField choices={choices} isHighDensity={values.high_density} />
    </BoardForm>
  )
}
