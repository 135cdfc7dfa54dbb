import { TextField, type TextFieldProps } from '@multiball/shared/ui'

type EmailFieldProps = Omit<TextFieldProps, 'label' | 'type'> & { label?: string }

const isBeyondAscii = (text: string) => /[^ -~]/.test(text.trim())

/** An email address. One with letters that are refused looks right to the person it belongs to, so it says which are taken. */
export const EmailField = ({ label = 'Email', description, ...field }: EmailFieldProps) => (
  <TextField
    label={label}
    type="email"
    autoComplete="email"
    isRequired
    description={
      isBeyondAscii(field.value)
        ? 'Only the letters a to z can be used. If the domain has others, type the form of it that starts with xn--.'
        : description
    }
    {...field}
  />
)
