import { LeaderboardInput } from '@multiball/shared/schema'
import { DateTimeField, RadioCards, Segmented } from '@multiball/shared/ui'
import { memo, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import * as v from 'valibot'
import { endProblem, newTimeOptions } from './timeOptions'
import { TimeZoneField } from './TimeZoneField'
import { browserTimeZone, timeZoneName } from './timeZones'
import { useFormField } from './useFormField'
import { WholeNumberField } from './WholeNumberField'

/** From when to when scores count. An end that is not after the start is refused, said, and emptied. */
function BoxedTimeFields() {
  const start = useFormField<string | null>('score_start_time')
  const end = useFormField<string | null>('score_end_time')
  const [refusal, setRefusal] = useState<string>()

  const judgeEnd = () => {
    const problem = endProblem(start.value, end.value)
    if (problem === undefined) return
    setRefusal(problem)
    end.onChange(null)
  }
  /** Changed, the field is not judged; left, it is. */
  const judged = (field: typeof start) => ({
    ...field,
    onChange: (chosen: string | null) => {
      setRefusal(undefined)
      field.onChange(chosen)
    },
    onBlur: () => {
      field.onBlur()
      judgeEnd()
    },
  })
  return (
    <>
      <DateTimeField
        label="Start"
        description={`Times are in this browser’s time zone, ${timeZoneName(browserTimeZone() ?? 'UTC')}.`}
        isRequired
        {...judged(start)}
      />
      <DateTimeField
        label="End"
        description="Optional. Scores from this moment on don’t count."
        canClear
        {...judged(end)}
        error={refusal ?? end.error}
      />
    </>
  )
}

const buckets = [
  { value: 'year', label: 'Year' },
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'day', label: 'Day' },
  { value: 'hour', label: 'Hour' },
] as const

/** Which calendar period counts, and where its days begin. */
function CalendarTimeFields() {
  const bucket = useFormField<LeaderboardInput['last_time_bucket']>('last_time_bucket')
  const zone = useFormField<string | null>('last_time_timezone')
  return (
    <>
      <Segmented label="Calendar period" isLabelHidden options={buckets} {...bucket} />
      <TimeZoneField {...zone} />
    </>
  )
}

const options = [
  { value: 'all_time', label: 'All time', description: 'Every score ever made' },
  {
    value: 'time_box',
    label: 'Boxed',
    description: 'From a start date, with or without an end date',
    content: <BoxedTimeFields />,
  },
  {
    value: 'last_calendar',
    label: 'Last Calendar',
    description: 'This year, month, week, day or hour. Starts over with each new one.',
    content: <CalendarTimeFields />,
  },
  {
    value: 'last_rolling',
    label: 'Rolling',
    description: 'The past few days, up to now',
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
        type.onChange(chosen)
        // After the choice: what is changed is judged by it at once.
        leave()
      }}
    />
  )
})

/** Takes back what the schema refuses, and what was said of it: a field that is no longer shown could not be put right. */
function useLeftFields() {
  const { score_start_time, score_end_time, last_time_count } = LeaderboardInput.entries
  const { clearErrors } = useFormContext()
  const start = useFormField<string | null>('score_start_time')
  const end = useFormField<string | null>('score_end_time')
  const count = useFormField<number>('last_time_count')
  return () => {
    if (!v.is(score_start_time, start.value)) start.onChange(null)
    if (!v.is(score_end_time, end.value)) end.onChange(null)
    if (!v.is(last_time_count, count.value)) count.onChange(newTimeOptions().last_time_count)
    clearErrors([start.name, end.name, count.name])
  }
}
