import { Button, ListBox, Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import field from '../fields/field.module.css'
import { FieldHelp, FieldLabel } from '../fields/FieldHelp'
import { Icon } from '../marks/Icon'
import { OptionRow, OptionsPopover } from './Options'
import optionsCss from './Options.module.css'
import css from './Select.module.css'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  detail?: string
}

export interface SelectProps<Value extends string> {
  label: string
  /** keeps the label for assistive technology only, as in a toolbar */
  isLabelHidden?: boolean
  description?: string
  error?: string
  options: readonly SelectOption<Value>[]
  /** null while nothing is chosen */
  value: Value | null
  onChange(value: Value): void
  onBlur?(): void
  name?: string
  placeholder?: string
  isRequired?: boolean
  isDisabled?: boolean
}

/** One of many, from a list that opens. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, isLabelHidden, description, error, options, onChange, name, placeholder = 'Choose', ...rest } = props
  return (
    <AriaSelect
      className={field.field}
      aria-label={isLabelHidden ? label : undefined}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      name={name}
      data-field={name}
      placeholder={placeholder}
      onChange={(key) => onChange(String(key) as Value)}
      {...rest}
    >
      {!isLabelHidden && <FieldLabel isRequired={rest.isRequired}>{label}</FieldLabel>}
      <Button className={`${field.control} ${css.button} ${isLabelHidden ? field.filter : ''}`}>
        <SelectValue className={css.value}>
          {({ selectedText, isPlaceholder }) => (isPlaceholder ? placeholder : selectedText)}
        </SelectValue>
        <Icon name="chevron-down" />
      </Button>
      <FieldHelp description={description} error={error} />
      <OptionsPopover>
        <ListBox className={optionsCss.list} items={options.map((option) => ({ ...option, id: option.value }))}>
          {(option) => <OptionRow id={option.value} label={option.label} detail={option.detail} />}
        </ListBox>
      </OptionsPopover>
    </AriaSelect>
  )
}
