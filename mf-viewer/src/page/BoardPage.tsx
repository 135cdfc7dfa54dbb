import {
  BoardScreen,
  BringBackContext,
  DisplayBoundary,
  FailureCard,
  throwFailure,
  useBringBack,
  useDisplay,
  type BringBack,
} from '@multiball/shared/boards'
import { Spoken } from '@multiball/shared/display'
import { useBoard, type BoardAddress, type BoardError } from '@multiball/shared/live'
import { useCallback, useContext } from 'react'
import { FullText } from './FullText'
import { recover } from './recover'
import { ReloadContext } from './ReloadContext'
import { SlideshowPage } from './SlideshowPage'
import { useTitle } from './screen'

/** What stands beside scores that are not the newest. The usual sentence ends in asking to refresh the page: nobody stands at a wall, which does it itself. */
const wallSentence = (error: BoardError | undefined) =>
  error && (error.status === 0 || error.status >= 500)
    ? 'An error has occurred. Retrying automatically.'
    : error?.message

/** One board, full screen. A display that is missing, in one of its cells or alone, has the page loaded again once there is a newer one. */
export function BoardPage({ address }: { address: BoardAddress }) {
  const reload = useContext(ReloadContext)
  const bringBack: BringBack = useCallback((store, type, byHand) => recover(store, type, byHand, reload), [reload])
  return (
    <BringBackContext value={bringBack}>
      {address.type === 'slideshow' ? <SlideshowPage address={address} /> : <LiveBoardPage address={address} />}
    </BringBackContext>
  )
}

/** What was shown once stays: scores outlive the network, the board outlives its display. */
function LiveBoardPage({ address }: { address: BoardAddress }) {
  const { type } = address
  const { phase, bootstrap, scores, connection, asOf, error } = useBoard(address)
  const display = useDisplay(type)
  const bringBack = useBringBack(type)
  useTitle(bootstrap?.title)

  if (phase === 'failed') return <FullText error={error?.message} />
  if (display.type === 'failed') return <FailureCard failure={display.failure} onRetry={bringBack} />
  if (!bootstrap || display.type === 'loading') return <FullText text="Waiting for data..." error={error?.message} />
  return (
    <DisplayBoundary
      type={type}
      state={scores}
      fallback={(retry) => (
        <FailureCard failure={throwFailure(type)} onRetry={(byHand) => bringBack(byHand).then(retry)} />
      )}
    >
      <Spoken as="h1">{bootstrap.title}</Spoken>
      <BoardScreen
        display={display.display}
        bootstrap={bootstrap}
        scores={scores}
        connection={connection}
        asOf={asOf}
        error={wallSentence(error)}
        layout="screen"
        viewerKey={address.key}
      />
    </DisplayBoundary>
  )
}
