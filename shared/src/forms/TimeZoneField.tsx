import { AsyncComboBox } from '@multiball/shared/ui'
import { browserTimeZone, findTimeZones, noTimeZone, orderedTimeZones, timeZoneName } from './timeZones'
import { useFormField } from './useFormField'

/** More at once take a slow phone too long to draw; a word of the name brings up any other. */
const most = 30

const option = (zone: string) => ({ id: zone, label: timeZoneName(zone), detail: zone === noTimeZone ? 'counts as UTC' : undefined })

const load = (text: string) => Promise.resolve(findTimeZones(orderedTimeZones(browserTimeZone()), text).slice(0, most).map(option))

/** Where a day begins. The field's null is None. */
export function TimeZoneField({ name }: { name: string }) {
  const { value, onChange, ...field } = useFormField<string | null>(name)
  return (
    <AsyncComboBox
      label="Time zone"
      description="Type a city or region to find any zone."
      placeholder="Search by city or region"
      load={load}
      debounceMs={0}
      value={option(value ?? noTimeZone)}
      onChange={(chosen) => onChange(!chosen || chosen.id === noTimeZone ? null : String(chosen.id))}
      {...field}
    />
  )
}
