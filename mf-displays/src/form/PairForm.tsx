import { tvs } from '@multiball/shared/api'
import { BoardForm, boardKey, useBoardForm, useOwnBoards } from '@multiball/shared/forms'
import { newTvName } from '@multiball/shared/pages'
import type { Tv } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'
import { boardOf } from './boardChoice'
import { CodeField } from './CodeField'
import { HowField } from './HowField'
import { pairFormSchema } from './tvFormSchemas'
import type { PairDraft } from './tvFormSchemas'
import { TvPreview } from './TvPreview'

interface PairFormProps {
  owner: number
  /** the owner's */
  known: readonly Tv[]
  /** what the address brought along */
  code: string
  /** id of the TV that is to show again, what the address brought along */
  chosen: number | undefined
  onPaired(tv: Tv): void
}

/** A TV that shows a code becomes one of the owner's, or takes its old place again. */
export function PairForm({ owner, known, code, chosen, onPaired }: PairFormProps) {
  const [suggested] = useState(() => newTvName(known))
  const isKnown = known.some(({ id }) => id === chosen)
  const defaults: PairDraft = isKnown
    ? { code, how: 'known', name: '', board: '', tv: chosen! }
    : { code, how: 'new', name: suggested, board: '', tv: 0 }
  const form = useBoardForm<PairDraft, Tv>({
    schema: pairFormSchema,
    defaults,
    owner,
    save: (draft) =>
      draft.how === 'known'
        ? tvs.replace(draft.tv, draft.code)
        : tvs.pair({ code: draft.code, name: draft.name, board: boardOf(draft.board)! }),
    onSaved: onPaired,
  })
  const { setValue, getValues } = form.methods
  // A draft is older than the TV's code.
  useEffect(() => {
    if (code) setValue('code', code)
  }, [code, setValue])
  const boards = useOwnBoards(owner)
  const [only, ...others] = boards.type === 'ready' ? boards.choices : []
  const onlyBoard = only && others.length === 0 ? boardKey(only) : ''
  // There is nothing to choose.
  useEffect(() => {
    if (onlyBoard && getValues('board') === '') setValue('board', onlyBoard)
  }, [onlyBoard, getValues, setValue])
  const { how, board, tv } = form.values
  const kept = known.find(({ id }) => id === tv)?.board
  const shown = how === 'new' ? board : kept ? boardKey(kept) : ''

  return (
    <BoardForm
      form={form}
      kind="TV"
      submitLabel="Pair TV"
      isNew
      listPath="/displays"
      preview={<TvPreview board={shown} boards={boards} />}
    >
      <CodeField />
      <HowField owner={owner} tvs={known} />
    </BoardForm>
  )
}
