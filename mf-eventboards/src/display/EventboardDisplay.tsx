import type { DisplayProps } from '@multiball/shared/boards'
import {
  bannerColor,
  BoardHeader,
  cleanName,
  DotMatrix,
  HeaderLine,
  Spoken,
  timeOfDay,
  useLettersOf,
  useNow,
  useScene,
  useStage,
  type Banner,
} from '@multiball/shared/display'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import type { CustomScores, EventDocument, PlayedMachine } from '@multiball/shared/schema'
import { createEventViews, type EventView, type QueueCall } from '../event/eventView'
import { slotAt } from '../event/turns'
import { createEventReader, type KnownEvent } from '../event/readEvent'
import { settings, type Settings } from '../settings'
import { Bracket } from './Bracket'
import css from './EventboardDisplay.module.css'
import { LowerThird } from './LowerThird'
import { Matches } from './Matches'
import { NextUp } from './NextUp'
import { PhoneBoard, useIsPhone } from './phone/PhoneBoard'
import { Podium } from './Podium'
import { Roster } from './Roster'
import { mainRoom, sharedRoom } from './sizes'
import { Standings } from './Standings'
import { useInks } from './useInks'
import { useNews } from './useNews'

/** What just changed is ahead of all for at least so long, in ms. */
const newsMs = 15_000
const noMatches: EventDocument['matches'] = []

/** The venue's machines that the board names, each once. */
function machinesIn(scores: CustomScores | undefined): PlayedMachine[] {
  const feed = scores?.feeds.games
  return feed?.kind === 'game' ? feed.games : []
}

/** A tournament as it is played, alone on a screen. What is played comes by the feed `event`, running scores by `games`. */
export function EventboardDisplay({ bootstrap, scores, options }: DisplayProps<'eventboard'>) {
  const chosen = useMemo(() => v.parse(settings, bootstrap.settings), [bootstrap.settings])
  const [read] = useState(createEventReader)
  const [viewOf] = useState(createEventViews)
  const known = read(scores ?? bootstrap.scores)
  const { event } = known
  const pageMs = chosen.page_seconds * 1000
  const now = useNow(pageMs)
  const news = useNews(event?.matches ?? noMatches, now, Math.max(newsMs, pageMs))
  const inks = useInks(chosen.accent_color)
  const name = chosen.headline || cleanName(event?.name ?? '') || bootstrap.title
  useLettersOf(name)
  // A strip over a picture has no light behind it.
  useScene({ variant: chosen.layout === 'wall' ? 'leaderboard' : 'grid' })

  const view = event && viewOf(event, machinesIn(scores ?? bootstrap.scores), chosen)
  const slot = slotAt(now, chosen.page_seconds)
  const isPhone = useIsPhone(options?.hasAttract === true)
  if (event && view && chosen.layout === 'lower third') {
    const { show_matches, show_standings, show_queue } = chosen
    const calls = show_queue && event.status !== 'finished' ? callsOf(view, show_matches) : []
    const what = known.oldSince === undefined ? roundText(event) : `As of ${timeOfDay(known.oldSince, now)}`
    return (
      <article className={css.board} style={inks}>
        <Spoken as="h2">{name}</Spoken>
        <LowerThird
          view={view}
          name={name}
          what={what}
          slot={slot}
          news={news}
          hasMatches={show_matches}
          hasStandings={show_standings}
          calls={calls}
        />
      </article>
    )
  }
  const banner = event && bannerOf(event)
  return (
    <article className={css.board} style={inks}>
      <BoardHeader name={name} least={56} room={1900} below={<Facts known={known} view={view} now={now} />}>
        {banner && (
          <DotMatrix key={banner.text} className={css.banner} text={banner.text} color={bannerColor(banner)} isNew />
        )}
      </BoardHeader>
      {event && view && isPhone ? (
        <PhoneBoard
          event={event}
          view={view}
          chosen={chosen}
          calls={chosen.show_queue && event.status !== 'finished' ? view.queue : []}
          slot={slot}
          isOld={known.oldSince !== undefined}
        />
      ) : event && view ? (
        <Scene event={event} view={view} chosen={chosen} slot={slot} news={news} />
      ) : (
        <Missing known={known} />
      )}
    </article>
  )
}

const roundText = ({ round }: EventDocument) =>
  round ? (round.of === undefined || !/\d/.test(round.name) ? round.name : `${round.name} of ${round.of}`) : ''

/** What the dot matrix says: how far it is. */
function bannerOf(event: EventDocument): Banner {
  if (event.status === 'planned') return { text: 'STARTS SOON', color: 'amber' }
  if (event.status === 'between') return { text: 'BETWEEN ROUNDS', color: 'amber' }
  if (event.status === 'finished') return { text: 'FINAL RESULT', color: 'yellow' }
  return { text: roundText(event) || 'GAME ON', color: 'green' }
}

/** Below the name: how many play, and how far what is shown can be trusted. */
function Facts({
  known: { event, oldSince, problem },
  view,
  now,
}: {
  known: KnownEvent
  view: EventView | undefined
  now: number
}) {
  // Whoever posts may leave the last match open.
  const playing = event?.status === 'finished' ? 0 : (view?.live.filter(({ state }) => state === 'playing').length ?? 0)
  const round = event && event.status === 'between' ? roundText(event) : ''
  return (
    <HeaderLine className={css.facts}>
      {oldSince !== undefined && <span className={css.old}>{`As of ${timeOfDay(oldSince, now)}`}</span>}
      {event && problem !== undefined && <span>The newest post cannot be read</span>}
      {round && <span>{`${round} is over`}</span>}
      {view && view.playerCount > 0 && <span>{count(view.playerCount, 'player', 'players')}</span>}
      {playing > 0 && <span>{`${count(playing, 'match', 'matches')} in play`}</span>}
    </HeaderLine>
  )
}

const count = (of: number, one: string, several: string) => `${of} ${of === 1 ? one : several}`

interface SceneProps {
  event: EventDocument
  view: EventView
  chosen: Settings
  slot: number
  news: ReadonlySet<string>
}

/** Of so many pages one is the bracket's. */
const bracketTurn = 3

/** What there is room for, by how far the tournament is. */
function Scene({ event: { status, players }, view, chosen, slot, news }: SceneProps) {
  const { shape } = useStage()
  const { show_matches, show_standings, show_queue, show_bracket } = chosen
  const isOver = status === 'finished'
  const calls = show_queue && !isOver ? callsOf(view, show_matches) : []
  const hasMatches = show_matches && (view.live.length > 0 || (status === 'playing' && view.finished.length > 0))
  const hasStandings = show_standings && view.standings.length > 0
  const hasBracket = show_bracket && view.bracket.length > 0
  const room = mainRoom(shape, calls.length > 0)
  const shared = sharedRoom(shape, room)
  const { hasProjection, strikesOut, standings } = view
  const wide = shape === 'wide' ? 3 : 1

  // The bracket has every third page, unless something just happened; the others go on as if it had none.
  const turn = slot % bracketTurn
  const isBracket = hasBracket && ((turn === bracketTurn - 1 && news.size === 0) || (!hasMatches && !hasStandings))
  const page = hasBracket ? Math.floor(slot / bracketTurn) * (bracketTurn - 1) + Math.min(turn, bracketTurn - 2) : slot
  const common = { slot: page, hasProjection, strikesOut }

  const scene = () => {
    if (isBracket) return <Bracket rounds={view.bracket} slot={Math.floor(slot / bracketTurn)} />
    if (isOver && hasStandings) {
      return (
        <>
          <Podium rows={standings} />
          <div className={css.side}>
            <Standings rows={standings} room={shared.standings} mostColumns={1} {...common} />
          </div>
        </>
      )
    }
    if (hasMatches) {
      return (
        <>
          <Matches view={view} room={hasStandings || hasBracket ? shared.matches : room} slot={page} news={news} />
          {(hasStandings || hasBracket) && (
            <div className={css.side}>
              {hasStandings ? (
                <Standings rows={standings} room={shared.standings} mostColumns={1} {...common} />
              ) : (
                <Bracket rounds={view.bracket} slot={page} isNarrow />
              )}
            </div>
          )}
        </>
      )
    }
    if (hasStandings && status !== 'planned')
      return <Standings rows={standings} room={room} mostColumns={wide} {...common} />
    return <Roster players={players} room={room} slot={page} mostColumns={wide} />
  }
  return (
    <>
      <div className={css.main}>{scene()}</div>
      {calls.length > 0 && <NextUp calls={calls} slot={slot} />}
    </>
  )
}

/** Who is to come to a machine, and who waits; called matches are cards already, where there are any. */
function callsOf({ live, queue }: EventView, hasCards: boolean): QueueCall[] {
  if (hasCards) return queue
  const called = live.filter(({ state }) => state === 'called')
  return [
    ...called.map(({ id, machine, lines }) => ({ key: id, machine, names: lines.map(({ name }) => name) })),
    ...queue,
  ]
}

/** Why nothing is shown. */
function Missing({ known: { state, problem } }: { known: KnownEvent }) {
  if (state === 'none') return <Note title="Starts soon" />
  if (state === 'unreadable') return <Note title="This tournament cannot be read">{problem}</Note>
  return null
}

function Note({ title, children }: { title: string; children?: string }) {
  return (
    <div className={css.note}>
      <p className={css.noteTitle}>{title}</p>
      {children && <p className={css.noteText}>{children}</p>}
    </div>
  )
}
