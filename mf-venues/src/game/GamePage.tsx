import { getGameTimeline } from '@multiball/shared/api'
import { generalFailure } from '@multiball/shared/client'
import { useParams } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { Banner, NotFound, PageHeading, Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { idIn } from '../ids'
import { useRead } from '../useRead'
import { GameView } from './GameView'

const againMs = 3_000

/** How one game went; one that is played now is followed. */
export function GamePage() {
  const id = idIn(useParams().game)
  const session = useAtomValue(profileAtom)
  const [isPlayed, setPlayed] = useState(false)
  const { loaded, refresh } = useRead(
    id === undefined ? undefined : String(id),
    async (signal) => {
      const timeline = await getGameTimeline(id!, signal)
      setPlayed(timeline.settled_on === null)
      return timeline
    },
    { everyMs: isPlayed ? againMs : undefined },
  )
  if (id === undefined || loaded.type === 'missing') return <NotFound />
  if (loaded.type === 'ready') return <GameView timeline={loaded.value} me={session.type === 'signed-in' ? session.profile.id : undefined} onChanged={refresh} />
  return (
    <>
      <PageHeading title="Game" breadcrumb={{ label: 'My games', to: '/games' }} />
      {loaded.type === 'loading' ? <Spinner label="Loading the game" /> : <Banner tone="error">{generalFailure}</Banner>}
    </>
  )
}
