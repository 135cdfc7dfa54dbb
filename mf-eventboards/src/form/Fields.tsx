import { BackgroundField, FieldGroup, SwitchField, useFormField } from '@multiball/shared/forms'
import { TextField } from '@multiball/shared/ui'

/** The settings in the form, between title and privacy. */
export const Fields = () => (
  <>
    <TextField label="Text" {...useFormField<string>('text')} />
    <BackgroundField />
    <FieldGroup>
      <SwitchField name="display_title" label="Display title" />
    </FieldGroup>
  </>
)
