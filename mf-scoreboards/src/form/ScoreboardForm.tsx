import {
  BackgroundField,
  BoardForm,
  FieldGroup,
  FieldPair,
  formDefaults,
  MachineSelector,
  MomentsField,
  onFields,
  PrivacyField,
  SwitchField,
  TitleField,
  useFormField,
  useTypeForm,
  useVenueMachine,
} from '@multiball/shared/forms'
import type { BoardFormProps } from '@multiball/shared/pages'
import { ScoreboardInput, ScoreboardRules, type VenueMachine } from '@multiball/shared/schema'
import { Segmented, Select } from '@multiball/shared/ui'
import { ChaseField } from './ChaseField'
import { IdleFields } from './IdleFields'
import { useLeaderboardChoices } from './LeaderboardField'
import { ScoreboardPreview } from './ScoreboardPreview'

/** Creates or updates a scoreboard. */
export function ScoreboardForm({ owner, board, onSaved }: BoardFormProps<'scoreboard'>) {
  // What else is changed can be saved without another one.
  const isLeaderboardDeleted = board?.idle_leaderboard_show === true && board.leaderboard === null
  const isChaseDeleted = board?.chase === 'leaderboard' && board.leaderboard === null
  const typeForm = useTypeForm({
    type: 'scoreboard',
    owner,
    board,
    schema: onFields(ScoreboardRules, ScoreboardInput.entries),
    defaults: {
      ...formDefaults(ScoreboardInput, board),
      ...(isLeaderboardDeleted && { idle_leaderboard_show: false }),
      ...(isChaseDeleted && { chase: 'all_time' as const }),
    },
    inputOf: (values) => values,
    onSaved,
  })
  const { values } = typeForm.form
  const [machine, rememberMachine] = useVenueMachine(values.venuemachine_items[0]?.venuemachine)
  const choices = useLeaderboardChoices(owner, values.leaderboard)

  return (
    <BoardForm {...typeForm} preview={<ScoreboardPreview draft={{ values, machine, leaderboard: choices.chosen }} />}>
      <TitleField />
      <MachineField owner={owner} machine={machine} onChoose={rememberMachine} />
      <FieldPair>
        <PrivacyField />
        <BackgroundField />
      </FieldPair>
      <FiguresField />
      <FieldGroup>
        <SwitchField name="display_title" label="Display title" />
        <SwitchField
          name="enablePlayerRank"
          label="Show live player rank"
          description="1st to 4th Place beside each name"
        />
        <SwitchField
          name="display_modes"
          label="Show game modes"
          description="Multiball, Extra Ball and whatever else the machine reports, as it happens"
        />
        <ChaseField choices={choices} />
        <MomentsField />
        <ClaimantsField />
        <IdleFields choices={choices} wasLeaderboardDeleted={isLeaderboardDeleted} />
      </FieldGroup>
    </BoardForm>
  )
}

const figures: { value: ScoreboardInput['figures']; label: string }[] = [
  { value: 'machine', label: 'As on the machine' },
  { value: 'reels', label: 'Number reels' },
  { value: 'lights', label: 'Backglass lights' },
  { value: 'numeric', label: 'Numeric segments' },
  { value: 'alphanumeric', label: 'Alphanumeric segments' },
  { value: 'dot-matrix', label: 'Dot matrix' },
  { value: 'lcd', label: 'Colour display' },
]

/** What its scores look like. */
function FiguresField() {
  const { value, ...field } = useFormField<string>('figures')
  return (
    <Select
      label="Score display"
      description="Looks like the machine’s own display, or like the one you choose."
      options={figures}
      value={value}
      {...field}
    />
  )
}

const claimants = [
  { value: 'anyone', label: 'Anyone' },
  { value: 'accounts', label: 'Accounts only' },
] as const

/** Who may put a name on the wall with the code beside a score. */
function ClaimantsField() {
  const { name, value, onChange } = useFormField<ScoreboardInput['claims']>('claims')
  const isStrict = value === 'accounts'
  return (
    <Segmented
      name={name}
      label="Who can claim scores"
      description={
        isStrict
          ? 'Players must log in. Applies to this machine on all your screens.'
          : 'Guests pick three letters after they scan the code, as on an arcade machine.'
      }
      options={claimants}
      value={value}
      onChange={onChange}
    />
  )
}

interface MachineFieldProps {
  owner: number
  machine: VenueMachine | undefined
  onChoose(machine: VenueMachine | null): void
}

/** The scoreboard's one machine. */
function MachineField({ owner, machine, onChoose }: MachineFieldProps) {
  const { name, onChange, onBlur, error } = useFormField<ScoreboardInput['venuemachine_items']>('venuemachine_items')
  const choose = (chosen: VenueMachine | null) => {
    onChoose(chosen)
    onChange(chosen ? [{ venuemachine: chosen.id, order: 0 }] : [])
  }
  return (
    <MachineSelector
      name={name}
      owner={owner}
      value={machine ?? null}
      onChange={choose}
      onBlur={onBlur}
      error={error}
    />
  )
}
