import { scoreboards } from '@multiball/shared/api'
import { BackgroundField, BoardForm, FieldGroup, FieldPair, PrivacyField, SwitchField, TitleField, useBoardForm, useOtherTitles, useVenueMachine } from '@multiball/shared/forms'
import type { BoardFormProps } from '@multiball/shared/pages'
import { ScoreboardInput } from '@multiball/shared/schema'
import { MachineField } from './MachineField'
import { scoreboardDefaults } from './scoreboardDefaults'
import { ScoreboardPreview } from './ScoreboardPreview'

/** Creates or updates a scoreboard. */
export function ScoreboardForm({ owner, board, onSaved }: BoardFormProps<'scoreboard'>) {
  const form = useBoardForm({
    schema: ScoreboardInput,
    defaults: scoreboardDefaults(board),
    owner,
    otherTitles: useOtherTitles('scoreboard', owner, board?.id),
    save: (input) => (board ? scoreboards.update(board.id, input) : scoreboards.create(input)),
    onSaved,
  })
  const [machine, rememberMachine] = useVenueMachine(form.values.venuemachine_items[0]?.venuemachine)

  return (
    <BoardForm
      form={form}
      kind="Scoreboard"
      isNew={!board}
      listPath="/scoreboards"
      preview={<ScoreboardPreview draft={form.values} machine={machine} />}
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
      </FieldGroup>
    </BoardForm>
  )
}
