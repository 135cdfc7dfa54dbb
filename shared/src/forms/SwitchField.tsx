import { Switch } from '@multiball/shared/ui'
import { memo } from 'react'
import { useFormField } from './useFormField'

interface SwitchFieldProps {
  name: string
  label: string
  description?: string
}

/** One setting that is on or off. */
export const SwitchField = memo(function SwitchField({ name, label, description }: SwitchFieldProps) {
  const { value, onChange } = useFormField<boolean>(name)
  return <Switch name={name} label={label} description={description} isSelected={value} onChange={onChange} />
})
