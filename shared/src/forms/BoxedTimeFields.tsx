import { DateTimeField } from '@multiball/shared/ui'
import { useState } from 'react'
import { endProblem } from './timeOptions'
import { useFormField } from './useFormField'

/** From when to when scores count. An end that is not after the start is refused, said, and emptied. */
export function BoxedTimeFields() {
  const start = useFormField<string | null>('score_start_time')
  const end = useFormField<string | null>('score_end_time')
  const [refusal, setRefusal] = useState<string>()

  const judgeEnd = () => {
    const problem = endProblem(start.value, end.value)
    if (problem === undefined) return
    setRefusal(problem)
    end.onChange(null)
  }
  return (
    <>
      <DateTimeField
        label="Start"
        isRequired
        {...start}
        onChange={(chosen) => {
          setRefusal(undefined)
          start.onChange(chosen)
        }}
        onBlur={() => {
          start.onBlur()
          judgeEnd()
        }}
      />
      <DateTimeField
        label="End"
        description="Optional. The first moment that no longer counts."
        canClear
        {...end}
        error={refusal ?? end.error}
        onChange={(chosen) => {
          setRefusal(undefined)
          end.onChange(chosen)
        }}
        onBlur={() => {
          end.onBlur()
          judgeEnd()
        }}
      />
    </>
  )
}
