import { useFormField } from '@multiball/shared/forms'
import { TextField } from '@multiball/shared/ui'
import { shownCode } from '@multiball/shared/pages'

/** The code of a TV. Spaces, small letters and look-alikes are read as they were meant. */
export function CodeField() {
  const { onChange, onBlur, value, ...field } = useFormField<string>('code')
  return (
    <TextField
      label="Code"
      isMono
      autoComplete="off"
      autoCapitalize="characters"
      placeholder="K7M 2XD"
      maxLength={24}
      description={`Open ${location.host}/tv on the TV. It shows six characters.`}
      value={value}
      onChange={(typed) => onChange(typed.toUpperCase())}
      onBlur={() => {
        if (shownCode(value) !== value) onChange(shownCode(value))
        onBlur()
      }}
      {...field}
    />
  )
}
