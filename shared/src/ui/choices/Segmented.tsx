import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup'
import field from '../fields/field.module.css'
import { FieldHelp, FieldLabel } from '../fields/FieldHelp'
import { Icon, type IconName } from '../marks/Icon'
import css from './Segmented.module.css'

export interface SegmentedOption<Value extends string> {
  value: Value
  label: string
  icon?: IconName
}

export interface SegmentedProps<Value extends string> {
  label: string
  /** keeps the label for assistive technology only, as in a toolbar */
  isLabelHidden?: boolean
  description?: string
  error?: string
  options: readonly SegmentedOption<Value>[]
  value: Value
  onChange(value: Value): void
  onBlur?(): void
  name?: string
}

/** One of a few: a radio group drawn as segments. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, isLabelHidden, description, error, options, onChange, name, ...rest } = props
  return (
    <RadioGroup
      className={field.field}
      orientation="horizontal"
      aria-label={isLabelHidden ? label : undefined}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      name={name}
      data-field={name}
      onChange={(value) => onChange(value as Value)}
      {...rest}
    >
      {!isLabelHidden && <FieldLabel>{label}</FieldLabel>}
      <div className={css.segments}>
        {options.map((option) => (
          <RadioField key={option.value} value={option.value} className={css.option}>
            <RadioButton className={css.segment}>
              {option.icon && <Icon name={option.icon} />}
              {option.label}
            </RadioButton>
          </RadioField>
        ))}
      </div>
      <FieldHelp description={description} error={error} />
    </RadioGroup>
  )
}
