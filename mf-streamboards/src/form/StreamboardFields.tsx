import { streamboards } from '@multiball/shared/api'
import { BoardForm, TitleField, useBoardForm, useOtherTitles, useVenueMachine } from '@multiball/shared/forms'
import type { BoardFormProps } from '@multiball/shared/pages'
import { ColorFields } from './ColorFields'
import { LayoutField } from './LayoutField'
import { PlayersField } from './PlayersField'
import { ScoreboardsField } from './ScoreboardsField'
import { SizeField } from './SizeField'
import { SourceAddress } from './SourceAddress'
import { streamboardDraft, streamboardInput } from './streamboardDraft'
import { streamboardFormSchema } from './streamboardFormSchema'
import { StreamboardPreview } from './StreamboardPreview'
import type { ScoreboardChoices } from './useScoreboardChoices'

/** The fields of a streamboard. */
export function StreamboardFields({ owner, board, onSaved, choices }: BoardFormProps<'streamboard'> & { choices: ScoreboardChoices }) {
  const form = useBoardForm({
    schema: streamboardFormSchema,
    defaults: streamboardDraft(board),
    owner,
    otherTitles: useOtherTitles('streamboard', owner, board?.id),
    save: (draft) => (board ? streamboards.update(board.id, streamboardInput(draft)) : streamboards.create(streamboardInput(draft))),
    onSaved,
  })
  const { values } = form
  const [first, second] = values.scoreboard_items.map(({ scoreboard }) => choices.of(scoreboard)?.machine)
  const machines = [useVenueMachine(first)[0], useVenueMachine(second)[0]]

  return (
    <BoardForm form={form} kind="Streamboard" isNew={!board} listPath="/streamboards" preview={<StreamboardPreview draft={values} machines={machines} />}>
      <TitleField />
      <ScoreboardsField choices={choices} />
      <LayoutField players={values.scoreboardsConfig.map(({ numPlayers }) => numPlayers)} />
      <SizeField layout={values.layout} />
      <PlayersField choices={choices} />
      <ColorFields background={values.backgroundColor} />
      <SourceAddress id={board?.id} layout={values.layout} size={values.size} />
    </BoardForm>
  )
}
