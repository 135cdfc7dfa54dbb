import { browserTimeZone, timeZoneName, useFormField } from '@multiball/shared/forms'
import type { ScoreboardInput } from '@multiball/shared/schema'
import { Select } from '@multiball/shared/ui'
import css from './IdleFields.module.css'
import { LeaderboardField, type LeaderboardChoices } from './LeaderboardField'

type Chase = ScoreboardInput['chase']

const chases: { value: Chase; label: string }[] = [
  { value: 'all_time', label: 'House record' },
  { value: 'month', label: 'Best of the month' },
  { value: 'day', label: 'Best of the day' },
  { value: 'leaderboard', label: 'First of a leaderboard' },
  { value: 'off', label: 'None' },
]

const hasDays = (chase: Chase) => chase === 'month' || chase === 'day'

/** What there is to beat while a game is played. Days are those of the browser in which they were chosen. */
export function ChaseField({ choices }: { choices: LeaderboardChoices }) {
  const { value, onChange, ...field } = useFormField<Chase>('chase')
  const zone = useFormField<string | null>('chase_timezone')
  const { value: isShownIdle } = useFormField<boolean>('idle_leaderboard_show')
  const choose = (chosen: Chase) => {
    onChange(chosen)
    zone.onChange(hasDays(chosen) ? browserTimeZone() : null)
  }
  return (
    <>
      <Select
        label="Score to beat"
        description={descriptionOf(value, zone.value ?? 'UTC', isShownIdle)}
        options={chases}
        value={value}
        onChange={(chosen) => choose(chosen as Chase)}
        {...field}
      />
      {value === 'leaderboard' && !isShownIdle && (
        <div className={css.nested}>
          <LeaderboardField choices={choices} wasDeleted={false} />
        </div>
      )}
    </>
  )
}

function descriptionOf(chase: Chase, zone: string, isShownIdle: boolean): string {
  if (chase === 'off') return 'Nothing says how far a game is from a record.'
  const sentence = 'While a game is played, a line says how far it is from this score.'
  if (hasDays(chase)) return `${sentence} Days begin at midnight in the time zone ${timeZoneName(zone)}.`
  return chase === 'leaderboard' && isShownIdle ? `${sentence} It is the first of the leaderboard below.` : sentence
}
