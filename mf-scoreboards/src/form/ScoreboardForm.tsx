import { scoreboards } from '@multiball/shared/api'
import { BackgroundField, BoardForm, FieldGroup, FieldPair, MachineSelector, PrivacyField, SwitchField, TitleField, useBoardForm, useFormField, useOtherTitles, useVenueMachine } from '@multiball/shared/forms'
import type { BoardFormProps } from '@multiball/shared/pages'
import { newBoard, ScoreboardInput, type Scoreboard, type VenueMachine } from '@multiball/shared/schema'
import { IdleFields } from './IdleFields'
import { useLeaderboardChoices } from './LeaderboardField'
import { scoreboardFormSchema } from './scoreboardFormSchema'
import { ScoreboardPreview } from './ScoreboardPreview'

/** Creates or updates a scoreboard. */
export function ScoreboardForm({ owner, board, onSaved }: BoardFormProps<'scoreboard'>) {
  const form = useBoardForm({
    schema: scoreboardFormSchema,
    defaults: scoreboardDefaults(board),
    owner,
    otherTitles: useOtherTitles('scoreboard', owner, board?.id),
    save: (input) => (board ? scoreboards.update(board.id, input) : scoreboards.create(input)),
    onSaved,
  })
  const { values } = form
  const [machine, rememberMachine] = useVenueMachine(values.venuemachine_items[0]?.venuemachine)
  const choices = useLeaderboardChoices(owner, values.leaderboard)

  return (
    <BoardForm
      form={form}
      kind="Scoreboard"
      isNew={!board}
      listPath="/scoreboards"
      preview={<ScoreboardPreview draft={{ values, machine, leaderboard: choices.chosen }} />}
    >
      <TitleField />
      <MachineField owner={owner} machine={machine} onChoose={rememberMachine} />
      <FieldPair>
        <PrivacyField />
        <BackgroundField />
      </FieldPair>
      <FieldGroup>
        <SwitchField name="display_title" label="Display title" />
        <SwitchField name="enablePlayerRank" label="Show live player rank" description="1st to 4th Place beside each name" />
        <SwitchField name="display_modes" label="Show game modes" description="Multiball, Extra Ball and whatever else the machine reports, as it happens" />
        <IdleFields choices={choices} wasLeaderboardDeleted={board?.idle_leaderboard_show === true && board.leaderboard === null} />
      </FieldGroup>
    </BoardForm>
  )
}

/** What the form opens with: the stored scoreboard, its hidden fields too so that a save keeps them, or a new private one. */
export function scoreboardDefaults(board: Scoreboard | undefined): ScoreboardInput {
  if (!board) return newBoard(ScoreboardInput)
  const { id: _id, user_roles: _roles, viewer_key: _key, ...input } = board
  return input
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
  return <MachineSelector name={name} owner={owner} value={machine ?? null} onChange={choose} onBlur={onBlur} error={error} />
}
