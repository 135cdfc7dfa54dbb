import { useContext, useEffect, useRef, useState } from 'react'
import { Button, ComboBox, ComboBoxStateContext, Input, ListBox } from 'react-aria-components/ComboBox'
import field from '../fields/field.module.css'
import { FieldHelp, FieldLabel } from '../fields/FieldHelp'
import { Icon } from '../marks/Icon'
import { Ring } from '../marks/Spinner'
import css from './Options.module.css'
import { OptionRow, OptionsPopover } from './Options'
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
  /** a shorter text is not searched but asked to go on, default 0 */
  minCharacters?: number
  /** empties itself with each choice, where the choice is added to something */
  clearsOnChoice?: boolean
  placeholder?: string
  name?: string
  isRequired?: boolean
}

/** One of very many, searched for as it is typed. Leaving without a choice brings back the chosen one. */
export function AsyncComboBox(props: AsyncComboBoxProps) {
  const {
    label,
    description,
    error,
    value,
    onChange,
    onBlur,
    load,
    debounceMs = 500,
    minCharacters = 0,
    clearsOnChoice,
    placeholder,
    name,
    isRequired,
  } = props
  const [text, setText] = useState(value?.label ?? '')
  const [isOpen, setOpen] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const typed = text === value?.label ? '' : text
  const isShort = typed.trim().length < minCharacters
  const state = useOptions(isShort ? nothing : load, typed.trim(), isOpen, debounceMs)
  const chosenLabel = value?.label ?? ''
  const [shownLabel, setShownLabel] = useState(chosenLabel)
  if (chosenLabel !== shownLabel) {
    setShownLabel(chosenLabel)
    // The name of the chosen one may come while another is looked for.
    if (!isFocused || text === shownLabel) setText(chosenLabel)
  }
  // The box closes when its value changes: one that is emptied at once has the choice for a moment.
  const [passing, setPassing] = useState<Option['id'] | null>(null)
  useEffect(() => setPassing(null), [passing])

  /** The box tells of a choice, and with the old key of leaving without one. */
  const settle = (key: unknown) => {
    const chosen = state.options.find(({ id }) => id === key)
    if (chosen && chosen.id !== value?.id) {
      setText(clearsOnChoice ? '' : chosen.label)
      if (clearsOnChoice) setPassing(chosen.id)
      return onChange(chosen)
    }
    if (value && text === '') return onChange(null)
    setText(value?.label ?? '')
  }

  return (
    <ComboBox
      className={field.field}
      items={isShort ? [] : state.options}
      inputValue={text}
      onInputChange={setText}
      value={passing ?? value?.id ?? null}
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
        <OpeningInput placeholder={placeholder} />
        {value?.detail && !isFocused && (
          <span className={css.mirror} aria-hidden="true">
            <span className={css.unseen}>{value.label}</span>
            <span className={css.mirrored}>{value.detail}</span>
          </span>
        )}
        <Button className={field.inside}>
          {isOpen && !isShort && state.type === 'loading' ? (
            <Ring label="Searching" size={16} />
          ) : (
            <Icon name="chevron-down" />
          )}
        </Button>
      </div>
      <FieldHelp description={description} error={error} />
      <OptionsPopover>
        <ListBox<Option>
          className={css.list}
          renderEmptyState={() => (isShort ? <TypeMore minCharacters={minCharacters} /> : <EmptyNote state={state} />)}
        >
          {(option) => <OptionRow {...option} />}
        </ListBox>
      </OptionsPopover>
    </ComboBox>
  )
}

/** Focus alone opens the box once; a click opens it again. */
function OpeningInput({ placeholder }: { placeholder: string | undefined }) {
  const box = useContext(ComboBoxStateContext)
  const input = useRef<HTMLInputElement>(null)
  const isOpen = box?.isOpen ?? false
  // The blur that came while it opened found it closed.
  useEffect(() => {
    if (isOpen && document.activeElement !== input.current) box?.close()
  }, [isOpen, box])
  return (
    <Input
      ref={input}
      className={field.input}
      placeholder={placeholder}
      onClick={() => box?.isOpen === false && box.open(null, 'manual')}
    />
  )
}

const nothing: LoadOptions = () => Promise.resolve([])

const TypeMore = ({ minCharacters }: { minCharacters: number }) => (
  <div className={css.note}>Type at least {minCharacters} characters</div>
)

const notes = {
  loading: 'Searching…',
  ready: 'Nothing found',
  failed: 'An error has occurred. Please refresh the page and try again.',
} satisfies Record<OptionsState['type'], string>

const EmptyNote = ({ state }: { state: OptionsState }) => (
  <div className={css.note} role={state.type === 'failed' ? 'alert' : undefined}>
    {notes[state.type]}
  </div>
)
