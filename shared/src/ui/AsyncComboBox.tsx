import { useEffect, useState } from 'react'
import { Button, ComboBox, Input, ListBox } from 'react-aria-components/ComboBox'
import css from './AsyncComboBox.module.css'
import field from './field.module.css'
import { FieldHelp, FieldLabel } from './FieldHelp'
import { Icon } from './Icon'
import { OptionRow, OptionsPopover } from './Options'
import options from './Options.module.css'
import { Ring } from './Ring'
import { useOptions, type LoadOptions, type Option, type OptionsState } from './useOptions'

export interface AsyncComboBoxProps {
  label: string
  description?: string
  error?: string
  value: Option | null
  /** told of the chosen option, or of null when the text was emptied */
  onChange(value: Option | null): void
  onBlur?(): void
  /** answers the options for a text; '' asks for what to offer before anything is typed */
  load: LoadOptions
  /** ms without a key before a typed text is searched, default 500 */
  debounceMs?: number
  placeholder?: string
  name?: string
  isRequired?: boolean
}

/** One of very many, searched for as it is typed. Leaving without a choice brings back the chosen one. */
export function AsyncComboBox(props: AsyncComboBoxProps) {
  const { label, description, error, value, onChange, onBlur, load, debounceMs = 500, placeholder, name, isRequired } = props
  const [text, setText] = useState(value?.label ?? '')
  const [isOpen, setOpen] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const typed = text === value?.label ? '' : text
  const state = useOptions(load, typed.trim(), isOpen, debounceMs)
  useEffect(() => setText(value?.label ?? ''), [value?.id, value?.label])

  /** The box tells of a choice, and with the old key of leaving without one. */
  const settle = (key: unknown) => {
    const chosen = state.options.find(({ id }) => id === key)
    if (chosen && chosen.id !== value?.id) {
      setText(chosen.label)
      return onChange(chosen)
    }
    if (value && text === '') return onChange(null)
    setText(value?.label ?? '')
  }

  return (
    <ComboBox
      className={field.field}
      items={state.options}
      inputValue={text}
      onInputChange={setText}
      value={value?.id ?? null}
      onSelectionChange={settle}
      onOpenChange={setOpen}
      onFocusChange={setFocused}
      onBlur={onBlur}
      menuTrigger="focus"
      allowsEmptyCollection
      isInvalid={Boolean(error)}
      isRequired={isRequired}
      validationBehavior="aria"
      name={name}
      data-field={name}
    >
      <FieldLabel isRequired={isRequired}>{label}</FieldLabel>
      <div className={field.control}>
        <Input className={field.input} placeholder={placeholder} />
        {value?.detail && !isFocused && (
          <span className={css.mirror} aria-hidden="true">
            <span className={css.unseen}>{value.label}</span>
            <span className={css.detail}>{value.detail}</span>
          </span>
        )}
        <Button className={field.inside}>{isOpen && state.type === 'loading' ? <Ring label="Searching" size={16} /> : <Icon name="chevron-down" />}</Button>
      </div>
      <FieldHelp description={description} error={error} />
      <OptionsPopover>
        <ListBox<Option> className={options.list} renderEmptyState={() => <EmptyNote state={state} />}>
          {(option) => <OptionRow {...option} />}
        </ListBox>
      </OptionsPopover>
    </ComboBox>
  )
}

const notes = {
  loading: 'Searching…',
  ready: 'Nothing found',
  failed: 'An error has occurred. Please refresh the page and try again.',
} satisfies Record<OptionsState['type'], string>

const EmptyNote = ({ state }: { state: OptionsState }) => (
  <div className={options.note} role={state.type === 'failed' ? 'alert' : undefined}>
    {notes[state.type]}
  </div>
)
