import { tvs } from '@multiball/shared/api'
import { BoardForm, boardKey, useBoardForm, useOwnBoards } from '@multiball/shared/forms'
import type { Tv } from '@multiball/shared/schema'
import { BoardField, NameField } from './BoardField'
import { boardOf } from './boardChoice'
import { ScreenFields } from './ScreenFields'
import { SoundFields } from './SoundFields'
import { changeFormSchema, draftOfScreen, screenOf } from './tvFormSchemas'
import { TvPreview } from './TvPreview'

interface ChangeFormProps {
  owner: number
  tv: Tv
  onSaved(tv: Tv): void
}

/** Another name or board for a TV, and how its screen is set. */
export function ChangeForm({ owner, tv, onSaved }: ChangeFormProps) {
  const form = useBoardForm({
    schema: changeFormSchema,
    defaults: { name: tv.name, board: tv.board ? boardKey(tv.board) : '', ...draftOfScreen(tv.screen) },
    owner,
    save: (draft) => tvs.update(tv.id, { name: draft.name, board: boardOf(draft.board)!, screen: screenOf(draft) }),
    onSaved,
  })
  const boards = useOwnBoards(owner)
  return (
    <BoardForm
      form={form}
      kind="TV"
      isNew={false}
      listPath="/displays"
      preview={<TvPreview board={form.values.board} boards={boards} />}
    >
      <NameField />
      <BoardField owner={owner} current={tv.board} />
      <ScreenFields isDimmed={form.values.is_dimmed} />
      <SoundFields tv={tv} hasQuiet={form.values.has_quiet} />
    </BoardForm>
  )
}
