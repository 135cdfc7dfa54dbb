import { boardTypeNames, boardTypeOf } from '@multiball/shared/client'
import { boardKey } from '@multiball/shared/forms'
import { Unread, useRead } from '@multiball/shared/queries'
import { useSearchParams } from '@multiball/shared/routing'
import { Banner, EmptyState, LinkButton, PageHeading } from '@multiball/shared/ui'
import { BoardPicker } from './BoardPicker'
import css from './EmbedPage.module.css'
import { chosenBoard, listOwnBoards } from '../ownBoards'
import { Playground } from './Playground'

/** One of the owner's boards in somebody else's page: how it would look there, the code for it, who may use it. */
export function EmbedPage({ owner }: { owner: number }) {
  const read = useRead(['embeddable', owner], (signal) => listOwnBoards(owner, signal))
  const own = read.loaded.type === 'ready' ? read.loaded.value : undefined
  const [search] = useSearchParams()
  const board = own && chosenBoard(own, search)
  const breadcrumb =
    board && search.has('board')
      ? { label: boardTypeNames(board.type), to: boardTypeOf(board.type).listPath }
      : undefined
  return (
    <>
      <PageHeading title="Embed" breadcrumb={breadcrumb} />
      <p className={css.words}>
        Put a live board on your own site. The preview and code update as you change settings.
      </p>
      <Unread read={read} what="your boards" />
      {own?.length === 0 && <NoBoards />}
      {own && own.length > 0 && (
        <>
          {!board && <Banner tone="error">Item not found.</Banner>}
          <div className={css.picker}>
            <BoardPicker own={own} board={board} />
          </div>
          {board && <Playground key={boardKey(board)} owner={owner} board={board} />}
        </>
      )}
    </>
  )
}

const NoBoards = () => (
  <EmptyState
    title="You have no boards yet."
    action={
      <LinkButton to="/scoreboards/add" icon="plus">
        Add Scoreboard
      </LinkButton>
    }
  >
    Create a board first, then embed it here.
  </EmptyState>
)
