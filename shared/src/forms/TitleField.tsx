import { TextField } from '@multiball/shared/ui'
import { memo } from 'react'
import { useFormField } from './useFormField'

/** The title that every board has. */
export const TitleField = memo(function TitleField() {
  const field = useFormField<string>('title')
  return <TextField label="Title" autoComplete="off" {...field} />
})
