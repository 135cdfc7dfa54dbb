import { leaderboards } from '@multiball/shared/api'
import { BackgroundField, BoardForm, FieldGroup, FieldPair, onFields, PrivacyField, ScoresPerPlayerField, SwitchField, TimeOptionsFields, TitleField, useBoardForm, useOtherTitles, useVenueMachine } from '@multiball/shared/forms'
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
  const form = useBoardForm({
    schema: leaderboardFormSchema,
    defaults: leaderboardDefaults(board),
    owner,
    otherTitles: useOtherTitles('leaderboard', owner, board?.id),
    save: (input) => (board ? leaderboards.update(board.id, withWhitelists(input)) : leaderboards.create(withWhitelists(input))),
    onSaved,
  })
  const [first] = form.values.items
  const [machine, rememberMachine] = useVenueMachine(first?.type === 'venuemachine' ? first.id : undefined)
  const names = useNames(owner, namedByForm(form.values))
  const shownName = machine?.machine.name ?? (first && names.nameOf(first)?.label)

  return (
    <BoardForm form={form} kind="Leaderboard" isNew={!board} listPath="/leaderboards" preview={<LeaderboardPreview draft={form.values} name={shownName} />}>
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
      </FieldGroup>
    </BoardForm>
  )
}

/** What the form shows by name; a machine that is alone in being counted has a field that knows it. */
function namedByForm({ items, venuemachines, players }: Pick<LeaderboardInput, 'items' | 'venuemachines' | 'players'>): Reference[] {
  return [
    ...items.filter(({ type }) => type !== 'venuemachine' || items.length > 1),
    ...venuemachines.map((id): Reference => ({ type: 'venuemachine', id })),
    ...players.map((id): Reference => ({ type: 'user', id })),
  ]
}
