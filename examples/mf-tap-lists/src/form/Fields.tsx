import { BackgroundField, FieldPair, useFormField } from '@multiball/shared/forms'
import { ColorField, Segmented, TextField } from '@multiball/shared/ui'
import type { Settings } from '../settings'

const columns = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
] as const

/** The settings in the form, between title and privacy. */
export const Fields = () => (
  <>
    <TextField
      label="Headline"
      description="Empty shows the title."
      maxLength={40}
      {...useFormField<string>('headline')}
    />
    <FieldPair>
      <Segmented label="Columns" options={columns} {...useFormField<Settings['columns']>('columns')} />
      <TextField
        label="Currency"
        description="Stands before each price."
        maxLength={6}
        {...useFormField<string>('currency')}
      />
    </FieldPair>
    <BackgroundField />
    <ColorField
      label="Accent colour"
      description="Of numbers, prices and what is left of a keg."
      {...useFormField<string>('accent_color')}
    />
  </>
)
