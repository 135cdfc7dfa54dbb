import { ColorField, Segmented, Switch, TextField } from '@multiball/shared/ui'
import type { MomentChoice } from '@multiball/shared/schema'
import { memo, type ReactNode } from 'react'
import css from './fields.module.css'
import { useFormField } from './useFormField'

/** The title that every board has. */
export const TitleField = memo(function TitleField() {
  const field = useFormField<string>('title')
  return <TextField label="Title" autoComplete="off" {...field} />
})

const privacies = [
  { value: 'private', label: 'Private', icon: 'lock' },
  { value: 'public', label: 'Public', icon: 'globe' },
] as const

/** Private or Public: who may see the board. */
export const PrivacyField = memo(function PrivacyField() {
  const { name, value, onChange } = useFormField<boolean>('is_public')
  return (
    <Segmented
      name={name}
      label="Privacy"
      options={privacies}
      value={value ? 'public' : 'private'}
      onChange={(chosen) => onChange(chosen === 'public')}
    />
  )
})

const celebrations = [
  { value: 'all', label: 'All moments' },
  { value: 'records', label: 'Records only' },
  { value: 'none', label: 'Nothing' },
] as const

const celebrated: Record<MomentChoice, string> = {
  all: 'Records, marks, personal bests and the first game of a day are shown as they happen.',
  records: 'Records of the venue, a machine, a month or a day, and marks that are passed, are shown as they happen.',
  none: 'Nothing comes between the scores.',
}

/** Which moments the board shows as they happen. */
export const MomentsField = memo(function MomentsField() {
  const { name, value, onChange } = useFormField<MomentChoice>('moments')
  return (
    <Segmented
      name={name}
      label="Celebrate"
      description={celebrated[value]}
      options={celebrations}
      value={value}
      onChange={onChange}
    />
  )
})

/** The board's own background; its ink is derived from it. */
export const BackgroundField = memo(function BackgroundField() {
  return (
    <ColorField
      label="Background colour"
      description="Mid-tones are darkened to keep text readable."
      {...useFormField<string>('background_color')}
    />
  )
})

const scoresPerPlayer = [
  { value: 'all', label: 'All Scores' },
  { value: 'one', label: 'One Score Per Player' },
] as const

/** Whether a player may stand in a leaderboard more than once. */
export const ScoresPerPlayerField = memo(function ScoresPerPlayerField() {
  const { name, value, onChange } = useFormField<boolean>('one_score_per_player')
  return (
    <Segmented
      name={name}
      label="Scores per player"
      options={scoresPerPlayer}
      value={value ? 'one' : 'all'}
      onChange={(chosen) => onChange(chosen === 'one')}
    />
  )
})

interface SwitchFieldProps {
  name: string
  label: string
  description?: string
}

/** One setting that is on or off. */
export const SwitchField = memo(function SwitchField({ name, label, description }: SwitchFieldProps) {
  const { value, onChange } = useFormField<boolean>(name)
  return <Switch name={name} label={label} description={description} isSelected={value} onChange={onChange} />
})

/** Fields that belong together, set apart by a line from those above. */
export function FieldGroup({ children }: { children: ReactNode }) {
  return <div className={css.group}>{children}</div>
}

/** Two short fields side by side, one below the other where there is no room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}
