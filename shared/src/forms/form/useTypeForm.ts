import { boards, type BoardOf, type InputOf } from '@multiball/shared/api'
import { ApiError, boardTypeName, boardTypeOf } from '@multiball/shared/client'
import { useRead } from '@multiball/shared/queries'
import { useLocation } from '@multiball/shared/routing'
import { newBoard, withDefaults, type BoardType } from '@multiball/shared/schema'
import { useMemo, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type * as v from 'valibot'
import { useBoardForm, type BoardFormOptions, type BoardFormState } from './useBoardForm'
import { useCreation } from './useCreation'

/** The owner's newest boards of this type; undefined until known. */
function useNewest(type: BoardType, owner: number) {
  const { loaded } = useRead(
    ['titles', type, owner],
    async (signal) => (await boards(type).list({ owner, limit: 100, ordering: '-id' }, signal)).results,
  )
  return loaded.type === 'ready' ? loaded.value : undefined
}

/** Titles of the owner's other boards of this type; empty until known, since the server checks again. */
export function useOtherTitles(type: BoardType, owner: number, ownId: number | undefined): ReadonlySet<string> {
  const all = useNewest(type, owner)
  return useMemo(() => new Set(all?.filter(({ id }) => id !== ownId).map(({ title }) => title)), [all, ownId])
}

/** What a form opens with: the fields of the stored board, hidden ones too so that a save keeps them, or those of a new one. */
export const formDefaults = <Input>(
  schema: v.GenericSchema<unknown, Input> & { entries: v.ObjectEntries },
  board: object | undefined,
): Input => (board ? (withDefaults(schema.entries, board) as Input) : newBoard(schema))

interface TypeFormOptions<Type extends BoardType, Values> extends Pick<
  BoardFormOptions<Values, BoardOf<Type>>,
  'schema' | 'defaults' | 'owner' | 'onSaved'
> {
  type: Type
  /** the board to update; without one a new one is created */
  board: BoardOf<Type> | undefined
  /** What is sent of the checked values. What it throws lands on its field or in the banner. */
  inputOf(values: Values): InputOf<Type>
  /** told what a refused save threw, before it lands */
  onRefused?(cause: unknown, values: Values): Promise<void>
}

interface TypeForm<Values extends FieldValues> {
  form: BoardFormState<Values>
  /** as in 'Create Scoreboard' */
  kind: string
  isNew: boolean
  /** see {@link useListAddress} */
  listPath: string
}

/** The list as it was left: with the filter that its links carry along, at the row of this board. */
export function useListAddress(type: BoardType, board?: number): string {
  const { search } = useLocation()
  return `${boardTypeOf(type).listPath}${search}${board === undefined ? '' : `#board-${board}`}`
}

/** What to say of a board that is gone while it is edited; it is made again as any new one is. @param kind as in 'Create Scoreboard' */
const goneMeanwhile = (kind: string) =>
  `Item not found. It was deleted somewhere else since you opened it. Create ${kind} makes it again from this form, with a new link.`

/** The form of a board of this type, as `BoardForm` takes it: creates without a board, updates with one, by the type's calls and words. */
export function useTypeForm<Type extends BoardType, Values extends FieldValues>({
  type,
  board,
  inputOf,
  onRefused,
  ...options
}: TypeFormOptions<Type, Values>): TypeForm<Values> {
  const kind = boardTypeName(type)
  const [isGone, setGone] = useState(false)
  const isNew = !board || isGone
  const listPath = useListAddress(type, isNew ? undefined : board.id)
  const { create, otherTitles } = useCreation(kind, useOtherTitles(type, options.owner, board?.id))
  const newest = useNewest(type, options.owner)
  /** what was sent first, and the id of the newest board before that */
  const sent = useRef<{ input: string; before: number }>(undefined)
  const form = useBoardForm({
    ...options,
    otherTitles,
    save: async (values) => {
      const input = inputOf(values)
      const { title } = input as { title: string }
      const { input: sentFirst, before } = (sent.current ??= {
        input: JSON.stringify(input),
        before: Math.max(0, ...(newest ?? []).map(({ id }) => id)),
      })
      const find = async () => {
        const { results } = await boards(type).list({ owner: options.owner, search: title, limit: 100 })
        const made = results.find((one) => one.title === title && one.id > before)
        // It was made of what the form said then.
        return made && JSON.stringify(input) !== sentFirst ? boards(type).update(made.id, input) : made
      }
      try {
        return await (isNew
          ? create(title, { send: () => boards(type).create(input), find })
          : boards(type).update(board.id, input))
      } catch (cause) {
        await onRefused?.(cause, values)
        if (isNew || !(cause instanceof ApiError) || cause.status !== 404) throw cause
        setGone(true)
        throw new ApiError({ status: 404, detail: goneMeanwhile(kind), cause })
      }
    },
  })
  return { form, kind, isNew, listPath }
}
