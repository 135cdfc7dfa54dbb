import { BoardScreen, DisplayBoundary, FailureCard, throwFailure, useDisplay } from '@multiball/shared/boards'
import { Spoken } from '@multiball/shared/display'
import { useBoard, type BoardAddress, type BoardError } from '@multiball/shared/live'
import { useStore } from 'jotai'
import { FullText } from './FullText'
import { recover } from './recover'
import { SlideshowPage } from './SlideshowPage'
import { useTitle } from './screen'

/** What stands beside scores that are not the newest. The usual sentence ends in asking to refresh the page: nobody stands at a wall, which does it itself. */
const wallSentence = (error: BoardError | undefined) =>
  error && (error.status === 0 || error.status >= 500) ? 'An error has occurred. Retrying automatically.' : error?.message

/** One board, full screen. */
export const BoardPage = ({ address }: { address: BoardAddress }) =>
  address.type === 'slideshow' ? <SlideshowPage address={address} /> : <LiveBoardPage address={address} />

/** What was shown once stays: scores outlive the network, the board outlives its display. */
function LiveBoardPage({ address }: { address: BoardAddress }) {
  const { type } = address
  const store = useStore()
  const { phase, bootstrap, scores, connection, asOf, error } = useBoard(address)
  const display = useDisplay(type)
  const bringBack = (byHand: boolean) => recover(store, type, byHand)
  useTitle(bootstrap?.title)

  if (phase === 'failed') return <FullText error={error?.message} />
  if (display.type === 'failed') return <FailureCard failure={display.failure} onRetry={bringBack} />
  if (!bootstrap || display.type === 'loading') return <FullText text="Waiting for data..." error={error?.message} />
  return (
    <DisplayBoundary
      state={scores}
      fallback={(retry) => <FailureCard failure={throwFailure(type)} onRetry={(byHand) => bringBack(byHand).then(retry)} />}
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
