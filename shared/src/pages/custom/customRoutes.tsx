import { Thumbnail, useNewestScores } from '@multiball/shared/boards'
import type { BoardType, CustomBoard } from '@multiball/shared/schema'
import { boardRoutes } from '../boardRoutes'
import type { BoardKind, RowDetails } from '../kind'
import { late } from '@multiball/shared/ui'
import type { CustomFormKind, CustomFormProps } from './CustomForm'

/** What a team says of the owner's pages of its board type. */
export interface CustomKind<Settings extends Record<string, unknown>, Type extends BoardType> extends CustomFormKind<
  Settings,
  Type
> {
  /** see BoardKind */
  filterWord?: BoardKind<BoardType>['filterWord']
  actions?: BoardKind<BoardType>['actions']
  /** what the rows of the list say; default: the thumbnail of the type's display */
  useRows?(boards: readonly CustomBoard[], owner: number): (board: CustomBoard) => RowDetails
}

/**
 * The owner's pages of a board type from a remote: list, add and edit, with all that those of built-in types have. The words
 * are those that the registry has of the type.
 */
export function customRoutes<Settings extends Record<string, unknown>, Type extends BoardType>({
  filterWord,
  actions,
  useRows,
  ...form
}: CustomKind<Settings, Type>) {
  const type: BoardType = form.type

  function useThumbnails(boards: readonly CustomBoard[]): (board: CustomBoard) => RowDetails {
    const scores = useNewestScores(boards, type)
    return (board) => ({ thumbnail: <Thumbnail type={type} board={board} scores={scores.get(board.id)} /> })
  }

  const Form = late(async () => {
    const { CustomForm } = await import(/* webpackChunkName: "forms" */ './CustomForm')
    return (props: CustomFormProps) => <CustomForm {...form} {...props} />
  })
  // Only this type's own boards come in and go out.
  const kind = { type, filterWord, actions, Form, useRows: useRows ?? useThumbnails } as unknown as BoardKind<BoardType>
  return boardRoutes(kind)
}
