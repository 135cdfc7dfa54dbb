import { listGuestGames, listOwnGames } from '@multiball/shared/api'
import { generalFailure } from '@multiball/shared/client'
import { formatScore } from '@multiball/shared/display'
import { shortTime } from '@multiball/shared/pages'
import { Unread, useRead } from '@multiball/shared/queries'
import { Link, useLocation, useNavigate } from '@multiball/shared/routing'
import { cardPath, scoreFromWire } from '@multiball/shared/schema'
import type { List, OwnGame } from '@multiball/shared/schema'
import { askForLogin } from '@multiball/shared/session'
import { Banner, Button, EmptyState, LinkButton, LoadingRows, PageHeading, styles } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { readGuest } from '../claim/guest'
import css from './GamesPage.module.css'
import { enteredWords } from '../pages/words'
import { TakeAlong } from '../claim/TakeAlong'

const pageSize = 50

/** A browser without a guest has none. */
async function listBrowserGames(
  query: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<List<OwnGame>> {
  const guest = readGuest()
  return guest === undefined
    ? { count: 0, next: null, previous: null, results: [] }
    : listGuestGames(guest, query, signal)
}

const keyOf = ({ id, position }: OwnGame) => `${id} ${position}`

/** Each where it stands first. */
function eachOnce(games: readonly OwnGame[]): OwnGame[] {
  const first = new Map<string, OwnGame>()
  for (const game of games) if (!first.has(keyOf(game))) first.set(keyOf(game), game)
  return [...first.values()]
}

/** The games of whoever is signed in, the newest first; without a login, those that were claimed in this browser. */
export function GamesPage({ isGuest }: { isGuest: boolean }) {
  const list = isGuest ? listBrowserGames : listOwnGames
  const read = useRead(['ownGames'], (signal) => list({ limit: pageSize, offset: 0 }, signal))
  const first = read.loaded
  /** all that was shown with the last page */
  const [known, setKnown] = useState<readonly OwnGame[]>([])
  const [shownBefore, setShownBefore] = useState(0)
  const rows = useRef<HTMLUListElement>(null)
  // The button that was pressed goes with the last page: reading goes on here.
  useEffect(() => {
    if (shownBefore > 0 && document.activeElement === document.body)
      rows.current?.children[shownBefore]?.querySelector('a')?.focus()
  }, [shownBefore])
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const count = first.type === 'ready' ? first.value.count : undefined
  const games = first.type === 'ready' ? eachOnce([...first.value.results, ...known]) : []

  const showMore = async () => {
    setBusy(true)
    setFailed(false)
    try {
      const { results } = await list({ limit: pageSize, offset: games.length })
      setKnown([...games, ...results])
      setShownBefore(games.length)
      // Where games have begun meanwhile, the pages have moved.
      void read.refresh()
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }

  return (
    <>
      <PageHeading title="My games" count={count} countLabel={count === 1 ? 'game' : 'games'} />
      {!isGuest && (
        <TakeAlong
          onTaken={() => {
            setKnown([])
            void read.refresh()
          }}
        />
      )}
      <Unread read={read} what="your games" waiting={<LoadingRows label="Loading your games" />} />
      {hasFailed && <Banner tone="error">{generalFailure}</Banner>}
      {count === 0 && (
        <EmptyState title="You have no games yet.">
          Play on a machine with a display, scan the code beside its score and press “That’s me”.
        </EmptyState>
      )}
      {games.length > 0 && (
        <ul ref={rows} className={styles.rows} aria-label="My games">
          {games.map((game) => (
            <GameRow key={keyOf(game)} game={game} now={new Date()} />
          ))}
        </ul>
      )}
      {isGuest && count !== undefined && count > 0 && <KeepGames />}
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

function KeepGames() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <p className={css.keep}>
      These games are kept in this browser. With an account they’re yours on every device.
      <Button
        variant="quiet"
        onPress={() =>
          void navigate(
            { pathname, search },
            { state: askForLogin('register', 'With an account you can take your games along.') },
          )
        }
      >
        Create an account
      </Button>
    </p>
  )
}

const places = ['1st', '2nd', '3rd', '4th', '5th', '6th']

/** One game of a player: place, machine, score, when. It leads to how the game went. */
function GameRow({
  game: { id, venuemachine, initials, score, rank, players, started_on, settled_on, is_test, entered, note, card },
  now,
}: {
  game: OwnGame
  now: Date
}) {
  const isAlone = players < 2
  return (
    <li className={`${styles.row} ${css.row}`}>
      <span className={css.place}>
        <strong>{isAlone ? 'Solo' : (places[rank - 1] ?? rank)}</strong>
        {!isAlone && <span className={styles.help}>{`of ${players}`}</span>}
      </span>
      <span className={styles.rowNames}>
        <Link to={`/games/${id}`} className={styles.rowLink}>
          {venuemachine.machine.name}
        </Link>
        <span className={styles.rowDetail}>
          {[
            is_test && 'Test game, not counted',
            venuemachine.venue.name,
            initials && `as ${initials}`,
            entered && enteredWords[entered],
            note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className={css.score}>{formatScore(scoreFromWire(score))}</span>
      <time
        className={`${styles.help} ${css.when}`}
        dateTime={settled_on ?? started_on}
        data-playing={settled_on === null || undefined}
      >
        {settled_on === null ? 'Playing now' : shortTime(new Date(settled_on), now)}
      </time>
      {card !== undefined && (
        <span className={`${styles.rowActions} ${css.share}`}>
          <LinkButton
            to={cardPath(card)}
            variant="quiet"
            aria-label={`Share ${formatScore(scoreFromWire(score))} on ${venuemachine.machine.name}`}
          >
            Share
          </LinkButton>
        </span>
      )}
    </li>
  )
}
