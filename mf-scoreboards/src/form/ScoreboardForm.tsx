import { scoreboards } from '@multiball/shared/api'
import { BackgroundField, BoardForm, FieldGroup, FieldPair, PrivacyField, SwitchField, TitleField, useBoardForm, useOtherTitles, useVenueMachine } from '@multiball/shared/forms'
import type { BoardFormProps } from '@multiball/shared/pages'
import { IdleFields } from './IdleFields'
import { MachineField } from './MachineField'
import { scoreboardDefaults } from './scoreboardDefaults'
import { scoreboardFormSchema } from './scoreboardFormSchema'
import { ScoreboardPreview } from './ScoreboardPreview'
import { useLeaderboardChoices } from './useLeaderboardChoices'

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
        <SwitchField name="display_modes" label="Show game modes" description="Multiball, Extra Ball and what else the machine says, as it happens" />
        <IdleFields choices={choices} wasLeaderboardDeleted={board?.idle_leaderboard_show === true && board.leaderboard === null} />
      </FieldGroup>
    </BoardForm>
  )
}
