import { useFormField } from '@multiball/shared/forms'
import { TextField } from '@multiball/shared/ui'

/** When it is open on a day of the week such as Monday, as 17:00-01:00. */
export const HoursField = ({ day }: { day: string }) => (
  <TextField
    label={day}
    placeholder="Closed"
    maxLength={11}
    autoComplete="off"
    {...useFormField<string>(day.toLowerCase())}
  />
)
