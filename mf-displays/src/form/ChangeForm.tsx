import { tvs } from '@multiball/shared/api'
import { BoardForm, boardKey, useBoardForm, useOwnBoards } from '@multiball/shared/forms'
import type { Tv } from '@multiball/shared/schema'
import { BoardField } from './BoardField'
import { boardOf } from './boardChoice'
import { NameField } from './NameField'
import { changeFormSchema } from './tvFormSchemas'
import { TvPreview } from './TvPreview'

interface ChangeFormProps {
  owner: number
  tv: Tv
  onSaved(tv: Tv): void
}

/** Another name or board for a TV. */
export function ChangeForm({ owner, tv, onSaved }: ChangeFormProps) {
  const form = useBoardForm({
    schema: changeFormSchema,
    defaults: { name: tv.name, board: tv.board ? boardKey(tv.board) : '' },
    owner,
    save: ({ name, board }) => tvs.update(tv.id, { name, board: boardOf(board)! }),
    onSaved,
  })
  const boards = useOwnBoards(owner)
  return (
    <BoardForm form={form} kind="TV" isNew={false} listPath="/displays" preview={<TvPreview board={form.values.board} boards={boards} />}>
      <NameField />
      <BoardField boards={boards} current={tv.board} />
    </BoardForm>
  )
}
