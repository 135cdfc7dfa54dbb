import { AsyncComboBox } from '@multiball/shared/ui'
import { browserTimeZone, findTimeZones, noTimeZone, orderedTimeZones, timeZoneName } from './timeZones'
import type { FormField } from './useFormField'

/** More zones at once take a slow phone too long to draw; a word of the name brings up any other. */
const mostZones = 30

const zoneOption = (zone: string) => ({
  id: zone,
  label: timeZoneName(zone),
  detail: zone === noTimeZone ? 'counts as UTC' : undefined,
})

const loadZones = (text: string) =>
  Promise.resolve(findTimeZones(orderedTimeZones(browserTimeZone()), text).slice(0, mostZones).map(zoneOption))

type TimeZoneFieldProps = Pick<FormField<string | null>, 'value' | 'onChange'> &
  Partial<Pick<FormField<string | null>, 'name' | 'onBlur' | 'error'>> & { description?: string }

/** Where a day begins; null is None. */
export function TimeZoneField({
  value,
  onChange,
  description = 'Type a city or region to find any zone.',
  ...field
}: TimeZoneFieldProps) {
  return (
    <AsyncComboBox
      label="Time zone"
      description={description}
      placeholder="Search by city or region"
      load={loadZones}
      debounceMs={0}
      value={zoneOption(value ?? noTimeZone)}
      onChange={(chosen) => onChange(!chosen || chosen.id === noTimeZone ? null : String(chosen.id))}
      {...field}
    />
  )
}
