import { TextField } from '@multiball/shared/ui'
import { memo, useState } from 'react'
import { useFormField } from './useFormField'

interface WholeNumberFieldProps {
  name: string
  label: string
  description?: string
  /** most digits, default 6 */
  maxLength?: number
}

/** A count from 1 up. Nothing typed is 0, which the field's schema refuses. */
export const WholeNumberField = memo(function WholeNumberField({ name, maxLength = 6, ...words }: WholeNumberFieldProps) {
  const { value, onChange, ...field } = useFormField<number>(name)
  const [typed, setTyped] = useState('')
  // What was typed stays as typed (007) while it means the same.
  const text = Number(typed) === value ? typed : String(value)
  const type = (next: string) => {
    const digits = next.replace(/\D/g, '').slice(0, maxLength)
    setTyped(digits)
    onChange(Number(digits))
  }
  return <TextField inputMode="numeric" autoComplete="off" value={text} onChange={type} {...words} {...field} />
})
