import { useRef } from 'react'
import field from '../fields/field.module.css'
import { Icon } from '../marks/Icon'
import { AsyncComboBox } from './AsyncComboBox'
import { styles } from '../styles'
import css from './PickList.module.css'
import type { LoadOptions, Option } from './useOptions'

export interface PickListProps {
  label: string
  description?: string
  error?: string
  /** what was picked, in its order */
  picked: readonly Option[]
  /** the name of the field that adds, such as 'Add Machine' */
  addLabel: string
  placeholder?: string
  /** told of each choice, also of one that was picked before */
  onAdd(option: Option): void
  onRemove(id: Option['id']): void
  onBlur?(): void
  load: LoadOptions
  /** see AsyncComboBox */
  minCharacters?: number
  name?: string
}

/** Several of very many: the picked ones with a button that removes each, and below a field that searches for more. */
export function PickList(props: PickListProps) {
  const {
    label,
    description,
    error,
    picked,
    addLabel,
    placeholder,
    onAdd,
    onRemove,
    onBlur,
    load,
    minCharacters,
    name,
  } = props
  const root = useRef<HTMLFieldSetElement>(null)

  const remove = (id: Option['id'], at: number) => {
    const buttons = [...(root.current?.querySelectorAll<HTMLElement>('li button') ?? [])]
    // Not the field: its options would open over the page.
    const next = buttons[at + 1] ?? buttons[at - 1] ?? root.current?.querySelector<HTMLElement>('legend')
    onRemove(id)
    next?.focus()
  }

  return (
    <fieldset ref={root} className={`${styles.group} ${css.group}`} data-field={name}>
      <legend className={css.legend} tabIndex={-1}>
        {label}
      </legend>
      {description && <p className={`${styles.help} ${css.description}`}>{description}</p>}
      {picked.length > 0 && (
        <ul className={`${styles.frame} ${css.list}`} aria-label={label}>
          {picked.map(({ id, label: words, detail }, at) => (
            <li key={id} className={`${styles.entry} ${css.row}`}>
              <span className={css.words}>
                <span className={css.name}>{words}</span> {detail && <span className={css.detail}>{detail}</span>}
              </span>
              <button
                type="button"
                className={`${field.inside} ${css.remove}`}
                aria-label={`Remove ${words}`}
                onClick={() => remove(id, at)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <AsyncComboBox
        label={addLabel}
        placeholder={placeholder}
        value={null}
        clearsOnChoice
        error={error}
        load={load}
        minCharacters={minCharacters}
        onBlur={onBlur}
        onChange={(option) => option && onAdd(option)}
      />
    </fieldset>
  )
}
