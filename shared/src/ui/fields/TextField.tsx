import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useState } from 'react'
import { Button, SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import { Input, TextField as AriaTextField } from 'react-aria-components/TextField'
import { Icon } from '../marks/Icon'
import css from './field.module.css'
import { FieldHelp, FieldLabel } from './FieldHelp'

export interface TextFieldProps {
  label: string
  description?: ReactNode
  /** what is wrong, undefined while nothing is known to be */
  error?: string
  value: string
  onChange(value: string): void
  onBlur?(): void
  name?: string
  type?: 'text' | 'email' | 'number' | 'password' | 'url' | 'date' | 'datetime-local'
  autoComplete?: HTMLInputAutoCompleteAttribute
  autoCapitalize?: 'none' | 'words' | 'sentences' | 'characters'
  autoFocus?: boolean
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email'
  isRequired?: boolean
  isDisabled?: boolean
  maxLength?: number
  placeholder?: string
  /** codes, hex, addresses */
  isMono?: boolean
  /** stands inside the control, before the text */
  before?: ReactNode
  /** stands inside the control, after the text */
  after?: ReactNode
  ref?: Ref<HTMLInputElement>
}

interface FieldProps extends Omit<TextFieldProps, 'type'> {
  type?: TextFieldProps['type'] | 'time'
}

export function TextField({
  label,
  description,
  error,
  name,
  placeholder,
  isMono,
  before,
  after,
  ref,
  ...rest
}: FieldProps) {
  return (
    <AriaTextField
      className={css.field}
      name={name}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      data-field={name}
      {...rest}
    >
      <FieldLabel isRequired={rest.isRequired}>{label}</FieldLabel>
      <div className={css.control}>
        {before}
        <Input ref={ref} placeholder={placeholder} className={`${css.input} ${isMono ? css.mono : ''}`} />
        {after}
      </div>
      <FieldHelp description={description} error={error} />
    </AriaTextField>
  )
}

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'before' | 'after' | 'isMono'>

/** A password with a button that shows it. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const toggle = (
    <button
      type="button"
      className={css.inside}
      aria-label={isShown ? `Hide ${props.label.toLowerCase()}` : `Show ${props.label.toLowerCase()}`}
      onClick={() => setShown(!isShown)}
    >
      {isShown ? 'Hide' : 'Show'}
    </button>
  )
  return <TextField {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" after={toggle} />
}

export interface SearchFieldProps {
  /** the accessible name; shown as the placeholder unless that is given */
  label: string
  value: string
  onChange(value: string): void
  placeholder?: string
}

/** Text that filters what is below it. Escape empties it. */
export function SearchField({ label, value, onChange, placeholder = label }: SearchFieldProps) {
  return (
    <AriaSearchField className={css.field} aria-label={label} value={value} onChange={onChange}>
      <div className={`${css.control} ${css.filter}`}>
        <span className={css.leading}>
          <Icon name="search" />
        </span>
        <Input className={css.input} placeholder={placeholder} />
        {value && (
          <Button className={css.inside}>
            <Icon name="close" />
          </Button>
        )}
      </div>
    </AriaSearchField>
  )
}
