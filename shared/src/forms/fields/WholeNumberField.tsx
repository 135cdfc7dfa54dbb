import { TextField } from '@multiball/shared/ui'
import { memo, useState } from 'react'
import { useFormField } from './useFormField'

interface WholeNumberFieldProps {
  name: string
  label: string
  description?: string
  /** most characters, default 6 */
  maxLength?: number
}

/** An emptied field is 0; what is no number is NaN. Both are for the field's schema to refuse, as are fractions. */
const numberOf = (typed: string) =>
  /^(?:-?\d+(?:[.,]\d+)?)?$/.test(typed.trim()) ? Number(typed.replace(',', '.')) : Number.NaN

/** A count from 1 up. What is typed stays as it is typed, and is refused where it is no such count. */
export const WholeNumberField = memo(function WholeNumberField({
  name,
  maxLength = 6,
  ...words
}: WholeNumberFieldProps) {
  const { value, onChange, ...field } = useFormField<number>(name)
  const [typed, setTyped] = useState<string>()
  const text = typed !== undefined && Object.is(numberOf(typed), value) ? typed : String(value)
  const type = (next: string) => {
    setTyped(next)
    onChange(numberOf(next))
  }
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      maxLength={maxLength}
      value={text}
      onChange={type}
      {...words}
      {...field}
    />
  )
})
