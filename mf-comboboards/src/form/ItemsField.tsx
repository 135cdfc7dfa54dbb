import { useFormField, type BoardChoices } from '@multiball/shared/forms'
import { comboboardLimits } from '@multiball/shared/schema'
import { Button } from '@multiball/shared/ui'
import { useState } from 'react'
import { ItemRow } from './ItemRow'
import { placesInError, withMovedItem, withNewItem, withoutItem, type Item } from './items'
import css from './ItemsField.module.css'
import { NoBoards } from './NoBoards'
import { useItemFocus } from './useItemFocus'

interface ItemsFieldProps {
  choices: BoardChoices
  isHighDensity: boolean
}

/** The boards of the grid, in their order. */
export function ItemsField({ choices, isHighDensity }: ItemsFieldProps) {
  const { value: items, onChange, onBlur, error } = useFormField<Item[]>('items')
  const [said, setSaid] = useState('')
  const [asksOthers, setAsksOthers] = useState(false)
  const { list, focusItem } = useItemFocus(items)
  const most = isHighDensity ? comboboardLimits.highDensity : comboboardLimits.normal
  const isFull = items.length >= most
  const wrong = error === undefined ? new Set<number>() : placesInError(items)
  const nameOf = (item: Item, at: number) => choices.of(item)?.title ?? `Item ${at + 1}`

  const move = (at: number, by: -1 | 1) => {
    const item = items[at]!
    focusItem(item, by < 0 ? 'up' : 'down')
    setSaid(`${nameOf(item, at)} is now item ${at + by + 1} of ${items.length}`)
    onChange(withMovedItem(items, at, by))
  }
  const remove = (at: number) => {
    focusItem(items[at + 1] ?? items[at - 1], 'delete')
    setSaid(`${nameOf(items[at]!, at)} was taken off, ${items.length - 1} left`)
    onChange(withoutItem(items, at))
  }
  const add = () => {
    const more = withNewItem(items)
    focusItem(more.at(-1), 'picker')
    onChange(more)
  }

  if (choices.own?.length === 0 && !asksOthers && items.every(({ item_id }) => item_id === 0)) return <NoBoards onAskOthers={() => setAsksOthers(true)} />
  return (
    // Left is the field when all of its pickers are: one that was not come to yet is not wrong.
    <div ref={list} className={css.field} role="group" aria-label="Items" data-field="items" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}>
      <ol className={css.list}>
        {items.map((item, at) => (
          <ItemRow
            key={item.order}
            item={item}
            at={at}
            count={items.length}
            choices={choices}
            error={wrong.has(at) ? error : undefined}
            onChoose={(chosen) => onChange(items.map((other) => (other.order === item.order ? chosen : other)))}
            onMove={(by) => move(at, by)}
            onDelete={() => remove(at)}
          />
        ))}
      </ol>
      {error !== undefined && wrong.size === 0 && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <div className={css.add} data-add="">
        <Button icon="plus" isDisabled={isFull} onPress={add}>
          Add Item
        </Button>
        <span className={css.count}>
          {items.length} of {most}
          {isFull && !isHighDensity && `; with high density ${comboboardLimits.highDensity}`}
        </span>
      </div>
      <p className={css.said} role="status">
        {said}
      </p>
    </div>
  )
}
