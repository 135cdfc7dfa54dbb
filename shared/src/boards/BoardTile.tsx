import { useBoard, type BoardAddress } from '@multiball/shared/live'
import { useStore } from 'jotai'
import { BoardScreen } from './BoardScreen'
import css from './BoardTile.module.css'
import { DisplayBoundary } from './DisplayBoundary'
import { throwFailure } from './displayFailure'
import { retryDisplay } from './displayState'
import { FailureCard } from './FailureCard'
import { useDisplay } from './useDisplay'

/** One board in a cell: live, and alone in its trouble. Fills its parent, which must have a size. */
export function BoardTile({ address }: { address: BoardAddress }) {
  const { type } = address
  const store = useStore()
  const { phase, bootstrap, scores, connection, asOf, error } = useBoard(address)
  const display = useDisplay(type)

  if (display.type === 'failed') {
    const { failure } = display
    // A remote that did not start is not loaded again and again: every load of it would stay in memory.
    const retry = (byHand: boolean) => (byHand || failure.isPassing ? retryDisplay(store, type) : undefined)
    return <FailureCard failure={failure} onRetry={retry} />
  }
  if (phase === 'failed') return <TileText role="alert">{error?.message}</TileText>
  if (!bootstrap || display.type === 'loading') return <TileText role="status">{error?.message ?? 'Waiting for data...'}</TileText>
  return (
    <DisplayBoundary fallback={(retry) => <FailureCard failure={throwFailure(type)} onRetry={retry} />}>
      <BoardScreen display={display.display} bootstrap={bootstrap} scores={scores} connection={connection} asOf={asOf} layout="cell" />
    </DisplayBoundary>
  )
}

function TileText({ role, children }: { role: 'alert' | 'status'; children?: string }) {
  return (
    <div className={css.place} role={role}>
      <p className={css.text}>{children}</p>
    </div>
  )
}

/** A live tile of any board: what grids and slideshows put into their cells. */
export const renderBoard = (address: BoardAddress) => <BoardTile key={`${address.type} ${address.id}`} address={address} />
