import { useFormField } from '@multiball/shared/forms'
import { TextField } from '@multiball/shared/ui'

/** What the owner calls the TV. */
export function NameField() {
  const field = useFormField<string>('name')
  return <TextField label="Name" autoComplete="off" placeholder="Bar left" description="Where the TV is, for example “Over the bar”." {...field} />
}
