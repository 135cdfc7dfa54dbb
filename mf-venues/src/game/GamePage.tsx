import { getGameTimeline } from '@multiball/shared/api'
import { useParams } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { NotFound, PageHeading } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { idIn } from '../ids'
import { Unread, useRead } from '@multiball/shared/queries'
import { GameView } from './GameView'

const againMs = 3_000

/** How one game went; one that is played now is followed. */
export function GamePage() {
  const id = idIn(useParams().game)
  const session = useAtomValue(profileAtom)
  const read = useRead(id === undefined ? undefined : ['timeline', id], (signal) => getGameTimeline(id!, signal), {
    everyMs: ({ settled_on }) => (settled_on === null ? againMs : undefined),
  })
  const { loaded, refresh } = read
  if (id === undefined || loaded.type === 'missing') return <NotFound />
  if (loaded.type === 'ready')
    return (
      <GameView
        timeline={loaded.value}
        me={session.type === 'signed-in' ? session.profile.id : undefined}
        onChanged={refresh}
      />
    )
  return (
    <>
      <PageHeading title="Game" breadcrumb={{ label: 'My games', to: '/games' }} />
      <Unread read={read} what="the game" />
    </>
  )
}
