import { TextField } from '@multiball/shared/ui'
import type { Settings } from '../settings'
import { ListField } from './ListField'

type SpecialDay = Settings['special_days'][number]

/** Days that are not like their weekday. */
export const SpecialDaysField = () => (
  <ListField<SpecialDay>
    name="special_days"
    label="Special days"
    singular="special day"
    description="Their hours stand in place of the weekday’s; empty is closed."
    empty={{ date: '', hours: '', note: '' }}
    most={20}
  >
    {({ date, hours, note }, change, position) => (
      <>
        <TextField label={`Date ${position}`} type="date" value={date} onChange={(next) => change({ date: next })} />
        <TextField
          label={`Hours ${position}`}
          placeholder="Closed"
          maxLength={11}
          value={hours}
          onChange={(next) => change({ hours: next })}
        />
        <TextField label={`Note ${position}`} maxLength={40} value={note} onChange={(next) => change({ note: next })} />
      </>
    )}
  </ListField>
)
