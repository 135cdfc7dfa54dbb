import { gamePhotos } from '@multiball/shared/api'
import type { GameTimeline } from '@multiball/shared/schema'
import { PageHeading, styles } from '@multiball/shared/ui'
import { lazy, Suspense, useMemo } from 'react'
import { Section } from '../machine/Section'
import { enteredWords } from '../pages/words'
import { ScorePhoto } from '../photo/ScorePhoto'
import { playerName } from '../playerName'
import { AddedScore } from './AddedScore'
import css from './GameView.module.css'
import { ScoreChangesTable } from './ScoreChangesTable'
import { RemoveName } from './RemoveName'
import { Standing } from './Standing'
import { playTime, slotsOf } from './timeline'
import { ballsOf, turnsOf } from './turns'
import { TurnsTable } from './TurnsTable'

/** The chart's library is only for those who have something to see. */
const TimelineChart = lazy(() => import('./TimelineChart'))

const fewest = 2

const dayAndTime = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** When, how long, and what it is worth, in a line. */
function factsOf({ venuemachine, started_on, settled_on, duration_ms, successful, entered }: GameTimeline): string {
  const lengthMs = duration_ms ?? (settled_on === null ? null : Date.parse(settled_on) - Date.parse(started_on))
  return [
    venuemachine.venue.name,
    dayAndTime.format(new Date(started_on)),
    settled_on === null ? 'Playing now' : lengthMs !== null && !entered && playTime(lengthMs),
    entered && enteredWords[entered],
    successful === false && 'Not counted',
  ]
    .filter(Boolean)
    .join(' · ')
}

interface GameViewProps {
  timeline: GameTimeline
  me: number | undefined
  /** something was done to the game: read it again */
  onChanged(): Promise<void>
}

/** How a game went: who is where, the scores over time, ball by ball, and every change in words. */
export function GameView({ timeline, me, onChanged }: GameViewProps) {
  const { venuemachine, scores, points, settled_on } = timeline
  const turns = useMemo(() => turnsOf(points), [points])
  const slots = useMemo(() => slotsOf(points), [points])
  const isOwner = venuemachine.user_roles.some(({ user }) => user.id === me)
  const above = isOwner
    ? { label: venuemachine.machine.name, to: `/venues/${venuemachine.venue.id}/machines/${venuemachine.id}` }
    : { label: 'My games', to: '/games' }
  const nameOf = (position: number) =>
    playerName(scores.find((score) => score.position === position) ?? { position, player: null })
  return (
    <div className={css.game}>
      <PageHeading title={isOwner ? 'Game' : venuemachine.machine.name} breadcrumb={above} />
      <p className={css.facts}>{factsOf(timeline)}</p>
      <div className={css.sections}>
        <Section title={settled_on === null ? 'Scores now' : 'Final scores'}>
          {scores.length === 0 ? (
            <p className={styles.help}>No scores.</p>
          ) : (
            <Standing
              scores={scores}
              actionsOf={(score) =>
                score.player &&
                (timeline.entered ? !isOwner && score.player.id === me : isOwner) && (
                  <RemoveName
                    venueMachine={venuemachine.id}
                    game={timeline.id}
                    score={score}
                    isMine={!isOwner}
                    onRemoved={onChanged}
                  />
                )
              }
            />
          )}
          {timeline.note && <p className={styles.help}>{timeline.note}</p>}
          {timeline.has_photo && (
            <ScorePhoto
              name={['gamePhoto', timeline.id]}
              alt="Photo of the score"
              load={() => gamePhotos.get(timeline.id)}
            />
          )}
          {isOwner && timeline.entered && <AddedScore owner={me!} timeline={timeline} onChanged={onChanged} />}
        </Section>
        {points.length >= fewest ? (
          <Section title="Score over time">
            <Suspense fallback={<div className={css.waiting} />}>
              <TimelineChart points={points} slots={slots} turns={turns} nameOf={nameOf} />
            </Suspense>
            <ScoreChangesTable points={points} slots={slots} nameOf={nameOf} />
          </Section>
        ) : (
          <p className={styles.help}>Only the final scores of this game were recorded.</p>
        )}
        {turns.length > 0 && (
          <Section title="Ball by ball">
            <TurnsTable balls={ballsOf(turns)} nameOf={nameOf} />
          </Section>
        )}
      </div>
    </div>
  )
}
