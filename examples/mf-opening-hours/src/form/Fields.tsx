import { BackgroundField, FieldGroup, SwitchField, useFormField } from '@multiball/shared/forms'
import { TextField } from '@multiball/shared/ui'
import { HoursField } from './HoursField'
import { SpecialDaysField } from './SpecialDaysField'
import { TonightField } from './TonightField'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The settings in the form, between title and privacy. */
export const Fields = () => (
  <>
    <TextField
      label="Headline"
      description="Empty shows the title."
      maxLength={40}
      {...useFormField<string>('headline')}
    />
    {days.map((day) => (
      <HoursField key={day} day={day} />
    ))}
    <SpecialDaysField />
    <TonightField />
    <BackgroundField />
    <FieldGroup>
      <SwitchField name="has_24_hours" label="24-hour clock" description="17:00 in place of 5 pm." />
    </FieldGroup>
  </>
)
