import { listOwnGames } from '@multiball/shared/api'
import { generalFailure } from '@multiball/shared/client'
import type { OwnGame } from '@multiball/shared/schema'
import { Banner, Button, EmptyState, PageHeading } from '@multiball/shared/ui'
import { useState } from 'react'
import { Unread, useRead } from '@multiball/shared/queries'
import common from '../common.module.css'
import { GameRow } from './GameRow'
import css from './GamesPage.module.css'

const pageSize = 50

/** The games of whoever is signed in, the newest first. */
export function GamesPage() {
  const read = useRead(['ownGames'], (signal) => listOwnGames({ limit: pageSize, offset: 0 }, signal))
  const first = read.loaded
  const [more, setMore] = useState<OwnGame[]>([])
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const count = first.type === 'ready' ? first.value.count : undefined
  const games = first.type === 'ready' ? [...first.value.results, ...more] : []

  const showMore = async () => {
    setBusy(true)
    setFailed(false)
    try {
      const { results } = await listOwnGames({ limit: pageSize, offset: games.length })
      setMore([...more, ...results])
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }

  return (
    <>
      <PageHeading title="My games" count={count} countLabel={count === 1 ? 'game' : 'games'} />
      <Unread read={read} what="your games" />
      {hasFailed && <Banner tone="error">{generalFailure}</Banner>}
      {count === 0 && <EmptyState title="You have no games yet.">Play on a machine with a display, scan the code beside its score and press “That’s me”.</EmptyState>}
      {games.length > 0 && (
        <ul className={common.list} aria-label="My games">
          {games.map((game) => (
            <GameRow key={`${game.id} ${game.position}`} game={game} now={new Date()} />
          ))}
        </ul>
      )}
      {count !== undefined && games.length < count && (
        <div className={css.more}>
          <Button isBusy={isBusy} onPress={() => void showMore()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
