import type { LeaderboardInput } from '@multiball/shared/schema'
import { Segmented } from '@multiball/shared/ui'
import { TimeZoneField } from './TimeZoneField'
import { useFormField } from './useFormField'

const buckets = [
  { value: 'year', label: 'Year' },
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'day', label: 'Day' },
  { value: 'hour', label: 'Hour' },
] as const

/** Which calendar period counts, and where its days begin. */
export function CalendarTimeFields() {
  const bucket = useFormField<LeaderboardInput['last_time_bucket']>('last_time_bucket')
  return (
    <>
      <Segmented label="Calendar period" isLabelHidden options={buckets} {...bucket} />
      <TimeZoneField name="last_time_timezone" />
    </>
  )
}
