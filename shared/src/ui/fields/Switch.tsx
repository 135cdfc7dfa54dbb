import type { ReactNode } from 'react'
import { SwitchButton, SwitchField, Text } from 'react-aria-components/Switch'
import css from './Switch.module.css'

export interface SwitchProps {
  label: string
  description?: ReactNode
  isSelected: boolean
  onChange(isSelected: boolean): void
  onBlur?(): void
  name?: string
  isDisabled?: boolean
}

/** A setting that is on or off: the words on the left, the toggle on the right, all of it pressable. */
export function Switch({ label, description, name, ...rest }: SwitchProps) {
  return (
    <SwitchField className={css.field} name={name} data-field={name} {...rest}>
      <SwitchButton className={css.button}>
        <span className={css.label}>{label}</span>
        <span className={css.track} aria-hidden="true">
          <span className={css.knob} />
        </span>
      </SwitchButton>
      {description && (
        <Text slot="description" className={css.description}>
          {description}
        </Text>
      )}
    </SwitchField>
  )
}
