import { FieldGroup, FieldPair, SwitchField, useFormField, WholeNumberField } from '@multiball/shared/forms'
import { TextField } from '@multiball/shared/ui'
import { useState } from 'react'

/** How the screen of a TV is set: its light at night, the margin that it cuts off, and whether players may claim scores from it. */
export const ScreenFields = ({ isDimmed }: { isDimmed: boolean }) => (
  <>
    <FieldGroup>
      <SwitchField name="is_dimmed" label="Dim at night" description="Uses the TV’s clock." />
      {isDimmed && (
        <>
          <FieldPair>
            <TimeField name="dim_from" label="From" />
            <TimeField name="dim_until" label="Until" />
          </FieldPair>
          <WholeNumberField name="dim_level" label="Brightness in percent" description="From 5 to 100." maxLength={3} />
        </>
      )}
    </FieldGroup>
    <FieldGroup>
      <MarginField />
      <SwitchField
        name="claim_codes"
        label="Claim codes"
        description="Players scan a code on scoreboards to add their names."
      />
    </FieldGroup>
  </>
)

/** What is typed stays as it is typed. An emptied field is no number: 0 leaves no margin, which somebody has to say. */
function MarginField() {
  const { value, onChange, ...field } = useFormField<number>('safe_percent')
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    onChange(marginOf(text))
  }
  return (
    <TextField
      label="Safe area in percent"
      description="Margin in percent, from 0 to 10. Raise it if the TV cuts off the edges."
      inputMode="decimal"
      autoComplete="off"
      maxLength={4}
      value={typed !== undefined && Object.is(marginOf(typed), value) ? typed : String(value)}
      onChange={type}
      {...field}
    />
  )
}

const marginOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')))

/** A time of day. */
export function TimeField({ name, label }: { name: string; label: string }) {
  const field = useFormField<string>(name)
  return <TextField type="time" label={label} {...field} />
}
