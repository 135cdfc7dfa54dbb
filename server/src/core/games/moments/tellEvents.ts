import { createHash } from 'node:crypto'
import type { EventDocument, EventMoment, EventMomentKind } from '@multiball/shared/schema'

/*
 * Which moments a tournament tells: a pure function of what was known of it and of the document that was posted last. A document
 * may have passed over others, and matches may be known by the numbers of their rows: a match is the one of the same players.
 */

type EventMatch = EventDocument['matches'][number]

/** Players who meet in a match; the same ones may meet again. */
interface Meeting {
  /** of the match, as it was posted last */
  id: string
  state: EventMatch['state']
  round: string | null
  /** they were asked to come */
  called?: true
  /** it was over when the tournament was first heard of, which is no news */
  old?: true
}

/** What is known of a tournament of a board. */
export interface KnownEvent {
  name: string
  /** 1 for the first tournament of the board */
  run: number
  /** when it was over, in ms since 1970; null while it is not */
  overAt: number | null
  /** it was over when it was first heard of */
  old?: true
  /** by the players, in the order in which they met */
  meetings: Record<string, Meeting[]>
}

/** What a moment says. */
export interface EventNews extends Pick<EventMoment, 'tournament' | 'round' | 'machine' | 'players'> {
  id: string
  kind: EventMomentKind
}

/** What a document tells. */
interface TellsEvent {
  known: KnownEvent
  /** as it is now, also what was told before */
  told: EventNews[]
  /** ids of what is none, or none any more */
  gone: string[]
}

/** A tournament of the same name that begins so long after the last one was over is another one. */
const nextAfterMs = 12 * 3_600_000
/** groups of players that are remembered, besides those of the document */
const mostMeetings = 1_000

const keyOf = (players: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([...players].sort()))
    .digest('hex')
    .slice(0, 16)

/** The first of those with one id. */
const byId = <Named extends { id: string }>(named: readonly Named[]) =>
  new Map([...named].reverse().map((one) => [one.id, one]))

/**
 * @param board what names the feed, such as `eventboard:7:event`
 * @param before what was known; undefined before the first document
 * @param at when the document was posted, in ms since 1970
 */
export function tellEvent(
  board: string,
  before: KnownEvent | undefined,
  document: EventDocument,
  at: number,
): TellsEvent {
  const matches = [...byId(document.matches).values()].map((match) => ({ match, key: keyOf(match.players) }))
  const isNew = before === undefined || isAnother(before, document, matches, at)
  const known: KnownEvent = {
    name: document.name,
    run: isNew ? (before?.run ?? 0) + 1 : before.run,
    overAt: document.status === 'finished' ? ((isNew ? null : before.overAt) ?? at) : null,
    ...((isNew ? document.status === 'finished' : before.old && document.status === 'finished') && { old: true }),
    meetings: isNew ? {} : structuredClone(before.meetings),
  }
  const told: EventNews[] = []
  const gone: string[] = []
  const [players, machines] = [byId(document.players), byId(document.machines)]
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const player = players.get(id)
      return player ? [{ name: player.name, initials: player.initials ?? null }] : []
    })
  const tell = (kind: EventMomentKind, of: string, is: boolean, ids: readonly string[], more: Partial<EventNews>) => {
    const id = [kind, board, known.run, ...(of ? [of] : [])].join(':')
    const who = named(ids)
    if (is && who.length > 0)
      told.push({ id, kind, tournament: document.name, round: null, machine: null, players: who, ...more })
    else gone.push(id)
  }

  const posted = new Set(matches.map(({ match, key }) => `${key} ${match.id}`))
  for (const { match, key } of matches) {
    const meetings = (known.meetings[key] ??= [])
    const place = placeOf(meetings, match, (id) => posted.has(`${key} ${id}`))
    const met = meetings[place]
    const meeting: Meeting = {
      round: document.round?.name ?? null,
      ...(isNew && match.state === 'finished' && { old: true }),
      ...met,
      id: match.id,
      state: match.state,
      ...(match.state === 'called' && { called: true }),
    }
    if (match.state !== 'finished') delete meeting.old
    meetings[place] = meeting
    const of = place === 0 ? key : `${key}.${place + 1}`
    const more = {
      round: meeting.round,
      machine: (match.machine !== undefined && machines.get(match.machine)?.name) || null,
    }
    tell('match_called', of, meeting.called === true, match.players, more)
    const order = match.state === 'finished' && !meeting.old ? orderOf(match, document.scoring?.by) : []
    tell('match_won', of, order.length > 0, order, more)
  }
  // Players who were called and are not any more have not played.
  for (const [key, meetings] of Object.entries(known.meetings))
    for (const [place, meeting] of meetings.entries())
      if (meeting.called && meeting.state === 'called' && !posted.has(`${key} ${meeting.id}`)) {
        delete meeting.called
        tell('match_called', place === 0 ? key : `${key}.${place + 1}`, false, [], {})
      }
  const first = document.standings.filter(({ place }) => place === 1).map(({ player }) => player)
  tell('tournament_won', '', known.overAt !== null && !known.old, first, {})

  const groups = Object.entries(known.meetings)
  const wanted = new Set(matches.map(({ key }) => key))
  known.meetings = Object.fromEntries(
    groups.filter(([key], place) => place >= groups.length - mostMeetings || wanted.has(key)),
  )
  return { known, told, gone }
}

function isAnother(
  { name, overAt, meetings }: KnownEvent,
  document: EventDocument,
  matches: readonly { match: EventMatch; key: string }[],
  at: number,
): boolean {
  if (overAt !== null && document.status !== 'finished' && at - overAt > nextAfterMs) return true
  // One that has only been renamed has matches that are known.
  return name !== document.name && !matches.some(({ key }) => Object.hasOwn(meetings, key))
}

/** Which meeting of its players a match is; one after the last is a new one. @param isPosted whether they have a match of this id now */
function placeOf(meetings: readonly Meeting[], match: EventMatch, isPosted: (id: string) => boolean): number {
  const place = meetings.findIndex(({ id }) => id === match.id)
  if (place !== -1) return place
  const last = meetings.at(-1)
  const isRenumbered =
    last !== undefined && !isPosted(last.id) && (last.state !== 'finished' || match.state === 'finished')
  return isRenumbered ? meetings.length - 1 : meetings.length
}

/** The players of a match that is over, the winner first; none where it is not sure who has won. */
function orderOf({ players, order = [], points }: EventMatch, by: 'points' | 'strikes' = 'points'): string[] {
  const [winner] = order
  if (winner === undefined) return []
  const of = (id: string) => points?.[players.indexOf(id)] ?? null
  const best = of(winner)
  const isAhead = (id: string) => {
    const other = of(id)
    return best !== null && other !== null && (by === 'points' ? other < best : other > best)
  }
  // Those in a tie, two at least, are left out of the order: they may be before the first of it.
  const others = players.filter((id) => !order.includes(id))
  return others.length < 2 || others.every(isAhead) ? [...order, ...others] : []
}
