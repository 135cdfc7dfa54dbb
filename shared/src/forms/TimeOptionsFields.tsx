import { LeaderboardInput } from '@multiball/shared/schema'
import { RadioCards } from '@multiball/shared/ui'
import { memo } from 'react'
import * as v from 'valibot'
import { BoxedTimeFields } from './BoxedTimeFields'
import { CalendarTimeFields } from './CalendarTimeFields'
import { newTimeOptions } from './timeOptions'
import { useFormField } from './useFormField'
import { WholeNumberField } from './WholeNumberField'

const options = [
  { value: 'all_time', label: 'All time', description: 'Every score ever made' },
  { value: 'time_box', label: 'Boxed', description: 'From a start date, with or without an end date', content: <BoxedTimeFields /> },
  { value: 'last_calendar', label: 'Last Calendar', description: 'The current calendar period, in the venue’s time zone', content: <CalendarTimeFields /> },
  {
    value: 'last_rolling',
    label: 'Rolling',
    description: 'The last few days, counted back from now',
    content: <WholeNumberField name="last_time_count" label="Days" maxLength={5} />,
  },
] as const

/**
 * Which scores count by their time, for a form around it with the fields `leaderboard_time_type`, `score_start_time`,
 * `score_end_time`, `last_time_bucket`, `last_time_timezone` and `last_time_count`.
 */
export const TimeOptionsFields = memo(function TimeOptionsFields() {
  const type = useFormField<LeaderboardInput['leaderboard_time_type']>('leaderboard_time_type')
  const leave = useLeftFields()
  return (
    <RadioCards
      {...type}
      label="Time options"
      options={options}
      onChange={(chosen) => {
        leave()
        type.onChange(chosen)
      }}
    />
  )
})

/** Takes back what the schema refuses: a field that is no longer shown could not be put right. */
function useLeftFields() {
  const { score_start_time, score_end_time, last_time_count } = LeaderboardInput.entries
  const start = useFormField<string | null>('score_start_time')
  const end = useFormField<string | null>('score_end_time')
  const count = useFormField<number>('last_time_count')
  return () => {
    if (!v.is(score_start_time, start.value)) start.onChange(null)
    if (!v.is(score_end_time, end.value)) end.onChange(null)
    if (!v.is(last_time_count, count.value)) count.onChange(newTimeOptions().last_time_count)
  }
}
