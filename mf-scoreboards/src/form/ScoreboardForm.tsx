import { scoreboards } from '@multiball/shared/api'
import { BackgroundField, BoardForm, FieldGroup, FieldPair, PrivacyField, SwitchField, TitleField, useBoardForm, useVenueMachine } from '@multiball/shared/forms'
import { ScoreboardInput } from '@multiball/shared/schema'
import type { Scoreboard } from '@multiball/shared/schema'
import { MachineField } from './MachineField'
import { scoreboardDefaults } from './scoreboardDefaults'
import { ScoreboardPreview } from './ScoreboardPreview'
import { useOtherTitles } from './useOtherTitles'

interface ScoreboardFormProps {
  /** id of who is signed in */
  owner: number
  /** the scoreboard to update; without one a new one is created */
  board?: Scoreboard
  onSaved(saved: Scoreboard): void
}

/** Creates or updates a scoreboard. */
export function ScoreboardForm({ owner, board, onSaved }: ScoreboardFormProps) {
  const form = useBoardForm({
    schema: ScoreboardInput,
    defaults: scoreboardDefaults(board),
    owner,
    otherTitles: useOtherTitles(owner, board),
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
