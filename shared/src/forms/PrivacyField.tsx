import { Segmented } from '@multiball/shared/ui'
import { memo } from 'react'
import { useFormField } from './useFormField'

const options = [
  { value: 'private', label: 'Private', icon: 'lock' },
  { value: 'public', label: 'Public', icon: 'globe' },
] as const

/** Private or Public: who may see the board. */
export const PrivacyField = memo(function PrivacyField() {
  const { name, value, onChange } = useFormField<boolean>('is_public')
  return (
    <Segmented name={name} label="Privacy" options={options} value={value ? 'public' : 'private'} onChange={(chosen) => onChange(chosen === 'public')} />
  )
})
