import { useFormField } from '@multiball/shared/forms'
import { Button, IconButton } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import css from './ListField.module.css'

interface ListFieldProps<Item> {
  name: string
  label: string
  /** of one item, as in 'Add special day' */
  singular: string
  description: string
  /** what a new one starts with */
  empty: Item
  /** most items */
  most: number
  /** The fields of an item. `change` takes what is new of it. */
  children(item: Item, change: (part: Partial<Item>) => void, position: number): ReactNode
}

/** A list of the settings, each item in a row of its own. What is wrong in an item is said below the list. */
export function ListField<Item extends object>({
  name,
  label,
  singular,
  description,
  empty,
  most,
  children,
}: ListFieldProps<Item>) {
  const { value: items, onChange, onBlur, error } = useFormField<Item[]>(name)
  const replace = (index: number, part: Partial<Item>) =>
    onChange(items.map((item, at) => (at === index ? { ...item, ...part } : item)))
  return (
    <fieldset className={css.list} data-field={name} onBlur={onBlur} aria-describedby={`${name}-help`}>
      <legend className={css.label}>{label}</legend>
      {items.map((item, index) => (
        // Rows have no name but their place.
        <div className={css.row} key={index}>
          {children(item, (part) => replace(index, part), index + 1)}
          <IconButton
            icon="delete"
            label={`Remove ${singular} ${index + 1}`}
            onPress={() => onChange(items.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {items.length < most && <Button onPress={() => onChange([...items, empty])}>{`Add ${singular}`}</Button>}
      <div id={`${name}-help`}>
        {error && (
          <p className={css.error} role="alert">
            {error}
          </p>
        )}
        <p className={css.description}>{description}</p>
      </div>
    </fieldset>
  )
}
