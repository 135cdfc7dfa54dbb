import { useFormField } from '@multiball/shared/forms'
import { RadioCards } from '@multiball/shared/ui'
import type { WizardInput } from './wizardInput'

const options = [
  { value: 'venuemachine', label: 'Single Machine', description: 'Each leaderboard counts its own machine' },
  { value: 'machine', label: 'Multiple machines of same title', description: 'Each leaderboard counts all machines of its title, wherever they stand' },
] as const

/** What each leaderboard counts. */
export function ScopeField() {
  const { name, value, onChange, onBlur } = useFormField<WizardInput['item_type']>('item_type')
  return <RadioCards label="Type" options={options} name={name} value={value} onChange={onChange} onBlur={onBlur} />
}
