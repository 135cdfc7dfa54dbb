import { Thumbnail } from '@multiball/shared/boards'
import { formatScore } from '@multiball/shared/display'
import { NoticeBanner, stepsOf, StepsCard, useTonight } from '@multiball/shared/pages'
import type { Notice } from '@multiball/shared/pages'
import { Unread } from '@multiball/shared/queries'
import { Link } from '@multiball/shared/routing'
import { scoreFromWire } from '@multiball/shared/schema'
import type { Game, Tonight } from '@multiball/shared/schema'
import { Banner, Button, Dot, Icon, LinkButton, styles } from '@multiball/shared/ui'
import { useId, useState, type ReactNode } from 'react'
import { useAddScore } from '../added/useAddScore'
import { useGamesNow } from '../pages/useGamesNow'
import { gameLine, lastSeen } from '../pages/words'
import css from './TonightPanel.module.css'

const againMs = 10_000

/** What goes on at the owner's machines and TVs; before that, how to get there. */
export function TonightPanel({ owner }: { owner: number }) {
  const read = useTonight(againMs)
  const { loaded } = read
  if (loaded.type !== 'ready') return <Unread read={read} what="your machines" />
  return (
    <>
      {loaded.value.trouble && (
        <div className={css.trouble}>
          <Banner tone="error">{loaded.value.trouble}</Banner>
        </div>
      )}
      <SetUp owner={owner} tonight={loaded.value} />
      {loaded.value.machines > 0 && <Strip owner={owner} tonight={loaded.value} onScore={() => void read.refresh()} />}
    </>
  )
}

/** The first steps, until they are done and that was seen. */
function SetUp({ owner, tonight }: { owner: number; tonight: Tonight }) {
  const memory = firstStepsMemory(owner)
  const [isDismissed, setDismissed] = useState(false)
  const steps = stepsOf(tonight.steps)
  const isDone = steps.every((step) => step.isDone)
  if (!isDone) memory.begin()
  if (isDone && (isDismissed || !memory.hasBegun())) return null
  return (
    <StepsCard
      steps={steps}
      onDismiss={() => {
        memory.end()
        setDismissed(true)
      }}
    />
  )
}

/** Whether an owner was shown the first steps in this browser, so that they are seen to be done. A browser that keeps nothing shows no end. */
function firstStepsMemory(owner: number) {
  const name = `mb-first-steps-${owner}`
  const attempt = <Value,>(step: () => Value): Value | undefined => {
    try {
      return step()
    } catch {
      return undefined
    }
  }
  return {
    begin: () => void attempt(() => localStorage.setItem(name, 'begun')),
    hasBegun: () => attempt(() => localStorage.getItem(name)) === 'begun',
    end: () => void attempt(() => localStorage.removeItem(name)),
  }
}

interface StripProps {
  owner: number
  tonight: Tonight
  /** a score was added, or taken back */
  onScore(): void
}

function Strip({
  owner,
  tonight: { playing, silent, counts, tvs, best, waiting_scores: waiting = 0 },
  onScore,
}: StripProps) {
  const [notice, setNotice] = useState<Notice>()
  const addScore = useAddScore(owner, setNotice, onScore)
  const headingId = useId()
  const games = useGamesNow(playing.map(({ id }) => id))
  const now = new Date()
  const [lastSilent] = silent
  const unlisted = (counts?.playing ?? 0) - playing.length
  const silentCount = counts?.silent ?? silent.length
  return (
    <section aria-labelledby={headingId}>
      <div className={css.head}>
        <h2 id={headingId} className={styles.heading}>
          Tonight
        </h2>
        <Button icon="plus" onPress={() => addScore.ask()}>
          Add a score
        </Button>
      </div>
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      {waiting > 0 && (
        <p className={css.waiting}>
          <LinkButton to="/venues/waiting" variant="primary" icon="check">
            {waiting === 1 ? 'One score waits for your yes' : `${waiting} scores wait for your yes`}
          </LinkButton>
        </p>
      )}
      {playing.length > 0 ? (
        <ul className={css.playing} aria-label="Being played now">
          {playing.map((machine) => (
            <PlayingTile key={machine.id} machine={machine} game={games.get(machine.id)} />
          ))}
        </ul>
      ) : (
        <p className={`${styles.frame} ${css.quiet}`}>Nothing is being played right now.</p>
      )}
      {unlisted > 0 && (
        <p className={css.more}>
          <Link to="/venues">{unlisted} more being played</Link>
        </p>
      )}
      <ul className={css.facts} aria-label="At a glance">
        {best && (
          <Fact to={`/games/${best.game}`} name="Today’s best" icon="leaderboard">
            <strong className={css.score}>{formatScore(scoreFromWire(best.score))}</strong> {best.player ?? 'Guest'} ·{' '}
            {best.venuemachine.machine.name}
          </Fact>
        )}
        {tvs.count > 0 && (
          <Fact to="/displays" name="TVs" icon="tv" isTrouble={tvs.online < tvs.count}>
            <strong>{tvs.online}</strong> of {tvs.count} online
          </Fact>
        )}
        {lastSilent && (
          <Fact
            to={silentCount === 1 ? `/venues/${lastSilent.venue.id}/machines/${lastSilent.id}` : '/venues'}
            name={silentCount === 1 ? 'Silent' : `${silentCount} silent`}
            icon="alert"
            isTrouble
          >
            {lastSilent.machine.name} · {lastSeen(lastSilent.last_heard_at, now).words}
          </Fact>
        )}
      </ul>
      {addScore.sheet}
    </section>
  )
}

function PlayingTile({
  machine: { id, venue, machine },
  game,
}: {
  machine: Tonight['playing'][number]
  game: Game | undefined
}) {
  return (
    <li className={`${styles.frame} ${css.tile}`}>
      <span className={css.picture}>
        <Thumbnail type="scoreboard" scores={game && { data: [game], epoch: '', seq: 0 }} />
      </span>
      <span className={`${styles.rowNames} ${css.words}`}>
        <Link className={styles.rowLink} to={`/venues/${venue.id}/machines/${id}`}>
          {machine.name}
        </Link>
        <span className={`${styles.status} ${css.line}`}>
          <Dot isOn />
          <span className={css.text}>{game ? gameLine(game) : venue.name}</span>
        </span>
      </span>
    </li>
  )
}

interface FactProps {
  to: string
  name: string
  icon: string
  isTrouble?: boolean
  children: ReactNode
}

const Fact = ({ to, name, icon, isTrouble = false, children }: FactProps) => (
  <li className={css.fact} data-trouble={isTrouble || undefined}>
    <Link className={css.link} to={to}>
      <Icon name={icon} />
      <span className={css.factName}>{name}</span>
      <span className={css.value}>{children}</span>
    </Link>
  </li>
)
