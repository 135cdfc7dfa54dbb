import { getMachine, getVenueMachine, tvs } from '@multiball/shared/api'
import { NoticeBanner, noticeState, useNotice, useShowOnTv } from '@multiball/shared/pages'
import { Unread, useRead } from '@multiball/shared/queries'
import { Navigate, useLocation, useNavigate, useParams } from '@multiball/shared/routing'
import type { Scoreboard, VenueMachine } from '@multiball/shared/schema'
import { Banner, Button, LinkButton, PageHeading } from '@multiball/shared/ui'
import { useEffect, useState } from 'react'
import { useAddScore } from '../added/useAddScore'
import { Backglass } from '../catalogue/Backglass'
import { GuestsSection } from '../guests/GuestsSection'
import { idIn } from '../ids'
import { asksForScore } from './address'
import { BoardSection } from './boards/BoardSection'
import { useScoreboards } from './boards/useScoreboards'
import { ConnectSection } from './connect/ConnectSection'
import { useShownKey } from './connect/useShownKey'
import { CountsSection } from './CountsSection'
import css from './MachinePage.module.css'
import { MarkSection } from './MarkSection'
import { nextStep } from './nextStep'
import { NowSection } from './now/NowSection'
import { useTestGame } from './now/testGame'
import { RetireSection } from './RetireSection'
import { HistorySection, usePlayedGames } from './scores/HistorySection'
import { TopScores } from './scores/TopScores'
import { SetUpSteps } from './SetUpSteps'

const againMs = 5_000

/** One machine of the owner's. */
export function MachinePage({ owner }: { owner: number }) {
  const { venue, machine } = useParams()
  const id = idIn(machine)
  const read = useRead(id === undefined ? undefined : ['venueMachine', id], (signal) => getVenueMachine(id!, signal), {
    everyMs: againMs,
  })
  const { loaded, refresh } = read
  // Once it was to be retired, being gone is nothing wrong.
  const [gone, setGone] = useState('Item not found.')
  // Others may see it, where a public board shows it; they are not told what sends for it.
  const isOwn =
    loaded.type !== 'ready' || (loaded.value.has_device !== undefined && String(loaded.value.venue.id) === venue)
  if (id === undefined || loaded.type === 'missing' || !isOwn)
    return <Navigate to="/venues" replace state={noticeState(gone)} />
  if (loaded.type === 'ready')
    return <MachineView key={id} owner={owner} machine={loaded.value} onChanged={refresh} onRetiring={setGone} />
  return (
    <>
      <PageHeading title="Machine" breadcrumb={{ label: 'Venues', to: '/venues' }} />
      <Unread read={read} what="the machine" />
    </>
  )
}

interface MachineViewProps {
  owner: number
  machine: VenueMachine
  /** something was done to the machine: read it again */
  onChanged(): void
  /** it may be gone from now on, which is said so */
  onRetiring(said: string): void
}

/** What an owner sees of a machine, and does with it. */
function MachineView({ owner, machine, onChanged, onRetiring }: MachineViewProps) {
  const [notice, setNotice] = useNotice()
  // With the filter that the list had.
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [changes, setChanges] = useState(0)
  const addScore = useAddScore(owner, setNotice, () => setChanges((before) => before + 1))
  const askForScore = () => addScore.ask({ id: machine.id, name: machine.machine.name })
  // The address is as it was before the sheet opens, which has an entry of the history for itself.
  const isCalled = asksForScore(hash)
  const [wasCalled, setCalled] = useState(false)
  if (isCalled !== wasCalled) {
    setCalled(isCalled)
    if (!isCalled) askForScore()
  }
  useEffect(() => {
    if (isCalled) void navigate(pathname + search, { replace: true })
  }, [isCalled, pathname, search, navigate])
  const shown = useShownKey(
    <>
      The device key of <strong>{machine.machine.name}</strong> is shown only once. Copy it first, then press “I have
      stored it”.
    </>,
  )
  const { test, game, isAsked } = useTestGame(machine, onChanged)
  const boards = useScoreboards(owner)
  const showing = useRead(['tvs', 'of', machine.id], (signal) => tvs.list({ venuemachine: machine.id }, signal), {
    everyMs: againMs,
  })
  const onTv = useShowOnTv((told) => {
    setNotice(told)
    void showing.refresh()
  })
  const title = useRead(['title', machine.machine.id], (signal) => getMachine(machine.machine.id, signal)).loaded
  // Nothing changes places while it is used: a machine that came without a game is set up from above.
  const [isNew] = useState(machine.last_heard_at === null)

  const newest = `${game?.settled_on ?? 'none'} ${changes}`
  const played = usePlayedGames(machine.id, newest).loaded

  const hasPlayed = played.type === 'ready' && played.value.count > 0
  const setUp = {
    // A test game needs nothing that sends: it says nothing of the connection. Scores that are typed in need none.
    isConnected:
      Boolean(machine.has_device || machine.has_key) || (game !== undefined && game.is_test !== true) || hasPlayed,
    hasScore: game !== undefined || hasPlayed,
    isShown: showing.loaded.type !== 'ready' || showing.loaded.value.results.some(({ is_shown }) => is_shown),
  }
  const next = isAsked ? nextStep(setUp) : undefined
  const facts = title.type === 'ready' ? [title.value.manufacturer, title.value.year].filter(Boolean).join(' · ') : ''

  const connect = (
    <ConnectSection
      key="connect"
      machine={machine}
      shownKey={shown.key}
      isNext={next === 'connect'}
      onAddScore={askForScore}
      onKey={shown.setKey}
      onChanged={onChanged}
    />
  )
  const showOnTv = ({ id, title }: Scoreboard) => onTv.ask({ type: 'scoreboard', id, title })
  const board = (
    <BoardSection
      key="board"
      owner={owner}
      machine={machine}
      boards={boards}
      isNext={next === 'show'}
      onCreated={(made) =>
        setNotice({
          text: `${made.title} created!`,
          tone: 'success',
          action: { label: 'Show on a TV', onPress: () => showOnTv(made) },
        })
      }
      onShowOnTv={showOnTv}
    />
  )
  const counts = <CountsSection key="counts" machine={machine} onChanged={onChanged} />
  const mark = <MarkSection key="mark" machine={machine} onChanged={onChanged} />
  const guests = <GuestsSection key="guests" machine={machine} />
  const history = (
    <HistorySection key="history" machine={machine.id} machineName={machine.machine.name} newest={newest} />
  )
  const side = (
    <div key="side" className={css.side}>
      <NowSection machine={machine} game={game} test={test} isNext={next === 'play'} />
      <TopScores machine={machine.id} newest={newest} />
    </div>
  )

  return (
    <>
      <header className={css.head}>
        <Backglass
          name={machine.machine.name}
          year={title.type === 'ready' ? title.value.year : null}
          display={machine.machine.display}
        />
        <div className={css.names}>
          <PageHeading
            title={machine.machine.name}
            breadcrumb={{ label: 'Venues', to: `/venues${search}` }}
            actions={
              title.type === 'ready' &&
              title.value.is_own && (
                <LinkButton
                  to={`/venues/${machine.venue.id}/machines/${machine.id}/edit`}
                  variant="quiet"
                  icon="edit"
                  aria-label={`Rename ${machine.machine.name}`}
                >
                  Rename
                </LinkButton>
              )
            }
          />
          <p className={css.facts}>{[machine.venue.name, facts].filter(Boolean).join(' · ')}</p>
        </div>
        <div className={css.add}>
          <Button icon="plus" onPress={askForScore}>
            Add a score
          </Button>
        </div>
      </header>
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      {machine.key_is_shared && (
        <Banner tone="error">
          Two machines are sending games with the key of this one, in turns. Only the newest game is recorded while it
          is being played. Make a key for each machine.
        </Banner>
      )}
      {isAsked && <SetUpSteps setUp={setUp} />}
      <div className={css.columns}>
        {isNew
          ? [connect, side, board, history, guests, mark, counts]
          : [side, board, history, guests, connect, mark, counts]}
      </div>
      <RetireSection machine={machine} onAsked={onRetiring} />
      {onTv.sheet}
      {addScore.sheet}
      {shown.question}
    </>
  )
}
