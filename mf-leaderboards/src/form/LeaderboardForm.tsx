import {
  BackgroundField,
  BoardForm,
  FieldGroup,
  FieldPair,
  MomentsField,
  onFields,
  PrivacyField,
  ScoresPerPlayerField,
  SwitchField,
  TimeOptionsFields,
  TitleField,
  useTypeForm,
  useVenueMachine,
} from '@multiball/shared/forms'
import type { BoardFormProps } from '@multiball/shared/pages'
import { LeaderboardInput } from '@multiball/shared/schema'
import type { Reference } from '../names/names'
import { useNames } from '../names/useNames'
import { leaderboardDefaults, withWhitelists } from './leaderboardDefaults'
import { LeaderboardPreview } from './LeaderboardPreview'
import { MachineFields } from './MachineFields'
import { UserWhitelist } from './UserWhitelist'

const leaderboardFormSchema = onFields(LeaderboardInput, LeaderboardInput.entries)

/** Creates or updates a leaderboard. */
export function LeaderboardForm({ owner, board, onSaved }: BoardFormProps<'leaderboard'>) {
  const typeForm = useTypeForm({
    type: 'leaderboard',
    owner,
    board,
    schema: leaderboardFormSchema,
    defaults: leaderboardDefaults(board),
    inputOf: (values) => withWhitelists(values, board),
    onSaved,
  })
  const { values } = typeForm.form
  const [first] = values.items
  const [machine, rememberMachine] = useVenueMachine(first?.type === 'venuemachine' ? first.id : undefined)
  const names = useNames(owner, namedByForm(values))
  const shownName = machine?.machine.name ?? (first && names.nameOf(first)?.label)

  return (
    <BoardForm {...typeForm} preview={<LeaderboardPreview draft={values} name={shownName} />}>
      <TitleField />
      <TimeOptionsFields />
      <ScoresPerPlayerField />
      <MachineFields owner={owner} machine={machine} onChooseMachine={rememberMachine} {...names} />
      <UserWhitelist {...names} />
      <FieldPair>
        <PrivacyField />
        <BackgroundField />
      </FieldPair>
      <FieldGroup>
        <SwitchField name="display_title" label="Display title" />
        <MomentsField />
      </FieldGroup>
    </BoardForm>
  )
}

/** What the form shows by name; a machine that is alone in being counted has a field that knows it. */
function namedByForm({
  items,
  venuemachines,
  players,
}: Pick<LeaderboardInput, 'items' | 'venuemachines' | 'players'>): Reference[] {
  return [
    ...items.filter(({ type }) => type !== 'venuemachine' || items.length > 1),
    ...venuemachines.map((id): Reference => ({ type: 'venuemachine', id })),
    ...players.map((id): Reference => ({ type: 'user', id })),
  ]
}
