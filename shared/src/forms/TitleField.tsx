import { TextField } from '@multiball/shared/ui'
import { useFormField } from './useFormField'

/** The title that every board has. */
export function TitleField() {
  const field = useFormField<string>('title')
  return <TextField label="Title" autoComplete="off" {...field} />
}
