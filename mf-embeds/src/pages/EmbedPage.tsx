import { boardTypeNames, boardTypeOf, generalFailure } from '@multiball/shared/client'
import { boardKey } from '@multiball/shared/forms'
import { useSearchParams } from '@multiball/shared/routing'
import { Banner, EmptyState, LinkButton, PageHeading, Spinner } from '@multiball/shared/ui'
import { BoardPicker } from './BoardPicker'
import css from './EmbedPage.module.css'
import { chosenBoard } from './ownBoards'
import { Playground } from './Playground'
import { useOwnBoards } from './useOwnBoards'

/** One of the owner's boards in somebody else's page: how it would look there, the code for it, who may use it. */
export function EmbedPage({ owner }: { owner: number }) {
  const own = useOwnBoards(owner)
  const [search] = useSearchParams()
  const board = own.type === 'ready' ? chosenBoard(own.boards, search) : undefined
  const breadcrumb = board && search.has('board') ? { label: boardTypeNames(board.type), to: boardTypeOf(board.type).listPath } : undefined
  return (
    <>
      <PageHeading title="Embed" breadcrumb={breadcrumb} />
      <p className={css.words}>Put a live board on your own site. Change a setting, and the picture and the code change with it.</p>
      {own.type === 'loading' && <Spinner label="Loading your boards" />}
      {own.type === 'failed' && <Banner tone="error">{generalFailure}</Banner>}
      {own.type === 'ready' && own.boards.length === 0 && <NoBoards />}
      {own.type === 'ready' && own.boards.length > 0 && (
        <>
          {!board && <Banner tone="error">Item not found.</Banner>}
          <div className={css.picker}>
            <BoardPicker own={own.boards} board={board} />
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
    What stands on your site is one of your boards. Make one first.
  </EmptyState>
)
