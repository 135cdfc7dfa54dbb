import { Segmented } from '@multiball/shared/ui'
import { memo } from 'react'
import { useFormField } from './useFormField'

const options = [
  { value: 'all', label: 'All Scores' },
  { value: 'one', label: 'One Score Per Player' },
] as const

/** Whether a player may stand in a leaderboard more than once. */
export const ScoresPerPlayerField = memo(function ScoresPerPlayerField() {
  const { name, value, onChange } = useFormField<boolean>('one_score_per_player')
  return <Segmented name={name} label="Scores per player" options={options} value={value ? 'one' : 'all'} onChange={(chosen) => onChange(chosen === 'one')} />
})
