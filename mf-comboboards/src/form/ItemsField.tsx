import { boardKey, BoardPicker, ItemsEditor, NoBoards, useFormField, type BoardChoices } from '@multiball/shared/forms'
import { comboboardLimits } from '@multiball/shared/schema'
import { Button, focusField, LinkButton } from '@multiball/shared/ui'
import { useEffect, useState } from 'react'
import { emptyItem, type Item } from './comboboardDraft'
import css from './ItemsField.module.css'

interface ItemsFieldProps {
  choices: BoardChoices
  isHighDensity: boolean
}

const isEmpty = ({ item_id }: Item) => item_id === null
const nameOf = ({ item_type: type, item_id: id }: Item) => (id === null ? undefined : boardKey({ type, id }))

/** The boards of the grid, in their order. */
export function ItemsField({ choices, isHighDensity }: ItemsFieldProps) {
  const { value } = useFormField<Item[]>('items')
  const [asksOthers, setAsksOthers] = useState(false)
  const { normal, highDensity } = comboboardLimits
  const most = isHighDensity ? highDensity : normal
  // The button that asked is gone with the words around it.
  useEffect(() => {
    if (asksOthers) focusField('items')
  }, [asksOthers])

  if (choices.own?.length === 0 && !asksOthers && value.every(isEmpty))
    return <NoOwnBoards onAskOthers={() => setAsksOthers(true)} />
  return (
    <ItemsEditor<Item>
      name="items"
      label="Items"
      noun="item"
      titleOf={(item) => choices.of(item)?.title}
      nameOf={nameOf}
      newItem={emptyItem}
      addLabel="Add Item"
      most={most}
      note={({ length }) =>
        `${length} of ${most}${length >= most && !isHighDensity ? `; with high density ${highDensity}` : ''}`
      }
    >
      {({ item, at, error, onChange, buttons }) => (
        <div className={css.row}>
          <div className={css.picker}>
            <BoardPicker
              label={`Item ${at + 1}`}
              placeholder="Search scoreboards and leaderboards"
              item={item}
              choices={choices}
              error={error}
              onChoose={(board) =>
                onChange(board ? { ...item, item_type: board.type, item_id: board.id } : { ...item, item_id: null })
              }
            />
          </div>
          <div className={css.buttons}>{buttons}</div>
        </div>
      )}
    </ItemsEditor>
  )
}

const NoOwnBoards = ({ onAskOthers }: { onAskOthers(): void }) => (
  // A form that is sent without boards leads here.
  <div data-field="items">
    <NoBoards
      title="You have no scoreboards or leaderboards yet."
      types={['scoreboard']}
      more={
        <>
          <LinkButton to="/comboboards/wizard">Bulk create</LinkButton>
          <Button variant="quiet" onPress={onAskOthers}>
            Use public boards of others
          </Button>
        </>
      }
    >
      A comboboard shows existing boards. Create them one by one, or all at once for the machines in your venue.
    </NoBoards>
  </div>
)
