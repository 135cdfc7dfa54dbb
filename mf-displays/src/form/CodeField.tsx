import { useFormField } from '@multiball/shared/forms'
import { shownCode, TvCodeField } from '@multiball/shared/pages'

/** The code of a TV. Spaces, small letters and look-alikes are read as they were meant. */
export function CodeField() {
  const { onChange, onBlur, value, ...field } = useFormField<string>('code')
  return (
    <TvCodeField
      value={value}
      onChange={onChange}
      onBlur={() => {
        if (shownCode(value) !== value) onChange(shownCode(value))
        onBlur()
      }}
      {...field}
    />
  )
}
