import { Button, IconButton, Menu, MenuChoice, styles } from '@multiball/shared/ui'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { useFormField } from '../fields/useFormField'
import css from './ItemsEditor.module.css'
import { moved, placesInError, withNewKey, without } from './places'

/** One row of the list, as it is to be drawn. */
export interface ItemRow<Item> {
  item: Item
  /** 0 is the first */
  at: number
  error: string | undefined
  onChange(item: Item): void
  /** move it up and down, and delete it */
  buttons: ReactNode
}

interface ItemsEditorProps<Item> {
  /** of the form's field */
  name: string
  /** of the list, such as 'Items' */
  label: string
  /** one of them, such as 'item' */
  noun: string
  /** What one is called; undefined where its place is its name. */
  titleOf?(item: Item): string | undefined
  /** What one names, which no other may; undefined for one that names nothing yet. */
  nameOf(item: Item): string | undefined
  /** what to say at which place, where no name is missing or doubled; what is said at none stands below the list */
  errorsOf?(items: readonly Item[], error: string): ReadonlyMap<number, string>
  newItem(): Item
  /** as in 'Add Item' */
  addLabel: string
  /** deleting ends there */
  least?: number
  /** adding ends there */
  most: number
  /** beside the button that adds */
  note(items: readonly Item[]): ReactNode
  children(row: ItemRow<Item>): ReactNode
}

/** A part of a row that can be focused; `content` is everything that is none of the buttons. */
type Target = 'content' | 'place' | 'up' | 'down' | 'delete'

/** From so many rows on, the arrows are a long way. */
const leastWithPlaces = 5

/** Where the focus goes when the wanted button is gone or can do no more. */
const instead: Record<Target, Target[]> = {
  content: [],
  place: ['content'],
  up: ['down', 'delete'],
  down: ['up', 'delete'],
  delete: ['content'],
}

function findIn(row: Element, target: Target): HTMLElement | undefined {
  const controls = [...row.querySelectorAll<HTMLElement>('button:not(:disabled), input:not([hidden])')]
  return controls.find(
    (control) => (control.closest<HTMLElement>('[data-button]')?.dataset.button ?? 'content') === target,
  )
}

/** An ordered list in a form: rows are added, moved and deleted, the focus stays with them, and it is said what happened. */
export function ItemsEditor<Item>({
  name,
  label,
  noun,
  titleOf,
  nameOf,
  errorsOf,
  newItem,
  addLabel,
  least = 0,
  most,
  note,
  children,
}: ItemsEditorProps<Item>) {
  const { value: items, onChange, onBlur, error } = useFormField<Item[]>(name)
  const { getValues } = useFormContext()
  const [said, setSaid] = useState('')
  // Own keys: react-hook-form's field arrays check the list as soon as a row is added, which is then wrong before anybody came to it.
  const [keys, setKeys] = useState<readonly number[]>([])
  const shownKeys = keys.length === items.length ? keys : items.map((_, at) => at)
  const latestKeys = useRef(shownKeys)
  const list = useRef<HTMLDivElement>(null)
  const wanted = useRef<{ key: number | undefined; target: Target }>(undefined)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const errors = errorsAt()

  useEffect(() => () => clearTimeout(leaving.current), [])

  useEffect(() => {
    latestKeys.current = shownKeys
  })

  useEffect(() => {
    if (!wanted.current) return
    const { key, target } = wanted.current
    wanted.current = undefined
    const row = list.current?.querySelector(`[data-row="${key}"]`)
    const found =
      row && [target, ...instead[target]].map((one) => findIn(row, one)).find((control) => control !== undefined)
    ;(found ?? list.current?.querySelector<HTMLElement>('[data-add] button'))?.focus()
  }, [items])

  function errorsAt(): ReadonlyMap<number, string> {
    if (error === undefined) return new Map()
    const wrong = placesInError(items, nameOf)
    return wrong.length > 0 ? new Map(wrong.map((at) => [at, error])) : (errorsOf?.(items, error) ?? new Map())
  }
  const change = (nextItems: Item[], nextKeys: readonly number[], focused: number | undefined, target: Target) => {
    wanted.current = { key: focused, target }
    setKeys(nextKeys)
    onChange(nextItems)
  }
  const changeRow = (key: number | undefined, changed: Item) => {
    // What was waited for may come when the list has changed, and the row has moved.
    const at = latestKeys.current.findIndex((other) => other === key)
    onChange((getValues(name) as Item[]).map((item, index) => (index === at ? changed : item)))
  }
  /** Rows open lists elsewhere in the page, whose focus is told here, too; and the page of a file dialog keeps its own. */
  const leave = () => {
    leaving.current = setTimeout(() => !list.current?.contains(document.activeElement) && onBlur())
  }
  const place = (at: number) => `${noun} ${at + 1}`
  const nameAt = (at: number) => titleOf?.(items[at]!) ?? place(at).replace(/^./, (first) => first.toUpperCase())
  const move = (at: number, by: number, target: Target) => {
    setSaid(`${nameAt(at)} is now ${place(at + by)} of ${items.length}`)
    change(moved(items, at, by), moved(shownKeys, at, by), shownKeys[at], target)
  }
  const remove = (at: number) => {
    setSaid(`${nameAt(at)} removed, ${items.length - 1} left`)
    change(without(items, at), without(shownKeys, at), shownKeys[at + 1] ?? shownKeys[at - 1], 'delete')
  }
  const add = () => {
    const more = withNewKey(shownKeys)
    change([...items, newItem()], more, more.at(-1), 'content')
  }
  const places = items.map((_, at) => ({ value: String(at + 1), label: String(at + 1) }))
  const buttonsOf = (at: number) => {
    const title = titleOf?.(items[at]!) ?? place(at)
    return (
      <>
        {items.length >= leastWithPlaces && (
          <span data-button="place">
            <Menu label={`Move ${title} to another place`} triggerClassName={css.place} trigger={at + 1}>
              <MenuChoice
                title="Move to"
                options={places}
                value={String(at + 1)}
                onChange={(chosen) => move(at, Number(chosen) - 1 - at, 'place')}
              />
            </Menu>
          </span>
        )}
        <span data-button="up">
          <IconButton
            icon="chevron-up"
            label={`Move ${title} up`}
            isDisabled={at === 0}
            onPress={() => move(at, -1, 'up')}
          />
        </span>
        <span data-button="down">
          <IconButton
            icon="chevron-down"
            label={`Move ${title} down`}
            isDisabled={at === items.length - 1}
            onPress={() => move(at, 1, 'down')}
          />
        </span>
        {items.length > least && (
          <span data-button="delete">
            <IconButton icon="delete" label={`Delete ${title}`} onPress={() => remove(at)} />
          </span>
        )}
      </>
    )
  }

  return (
    // The field is left when all of its rows are: one that nobody came to yet is not wrong.
    <div
      ref={list}
      className={css.field}
      role="group"
      aria-label={label}
      data-field={name}
      onFocus={() => clearTimeout(leaving.current)}
      onBlur={leave}
    >
      <ol className={css.list}>
        {items.map((item, at) => (
          <li key={shownKeys[at]} data-row={shownKeys[at]}>
            {children({
              item,
              at,
              error: errors.get(at),
              onChange: (changed) => changeRow(shownKeys[at], changed),
              buttons: buttonsOf(at),
            })}
          </li>
        ))}
      </ol>
      {error !== undefined && errors.size === 0 && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={css.add} data-add="">
        <Button icon="plus" isDisabled={items.length >= most} onPress={add}>
          {addLabel}
        </Button>
        <span className={css.note}>{note(items)}</span>
      </div>
      <p className={styles.unseen} role="status">
        {said}
      </p>
    </div>
  )
}
