import { useId } from 'react'
import field from '../fields/field.module.css'
import { NativeHelp } from '../fields/NativeHelp'
import { Icon, type IconName } from '../marks/Icon'
import { styles } from '../styles'
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

/** One of a few: native radios drawn as segments. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, isLabelHidden, description, error, options, value, onChange, onBlur, name } = props
  const id = useId()
  return (
    <div
      className={field.field}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={error || description ? `${id}-help` : undefined}
      aria-invalid={error ? true : undefined}
      data-field={name}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur?.()
      }}
    >
      <span id={`${id}-label`} className={isLabelHidden ? styles.unseen : field.label}>
        {label}
      </span>
      <div className={css.segments}>
        {options.map((option) => (
          <label key={option.value} className={css.segment} data-selected={option.value === value || undefined}>
            <input
              className={styles.unseen}
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon name={option.icon} />}
            {option.label}
          </label>
        ))}
      </div>
      <NativeHelp id={`${id}-help`} description={description} error={error} />
    </div>
  )
}
