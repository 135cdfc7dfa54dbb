import { type CustomScores, EventDocument } from '@multiball/shared/schema'
import * as v from 'valibot'

/** What is known of the tournament. */
export interface KnownEvent {
  /** 'none': nothing was ever posted; 'unreadable': what was posted is no event, and none was before */
  state: 'waiting' | 'none' | 'unreadable' | 'known'
  event: EventDocument | undefined
  /** ms since 1970 when the event on show was posted, where it is not to be trusted any more */
  oldSince: number | undefined
  /** what is wrong with the newest document, and where: the one before it stays on show */
  problem: string | undefined
}

/** Each once: the first of those that have the same id. */
function distinct<Entry>(entries: readonly Entry[], idOf: (entry: Entry) => string): Entry[] {
  const seen = new Set<string>()
  return entries.filter((entry) => !seen.has(idOf(entry)) && seen.add(idOf(entry)))
}

const tidied = (event: EventDocument): EventDocument => ({
  ...event,
  players: distinct(event.players, ({ id }) => id),
  machines: distinct(event.machines, ({ id }) => id),
  matches: distinct(event.matches, ({ id }) => id),
  standings: distinct(event.standings, ({ player }) => player),
})

type Reading = { event: EventDocument } | { problem: string }

/** Many programs write null for what they leave out. Inside of lists it is a place that is empty. */
function withoutNulls(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(withoutNulls)
  if (typeof given !== 'object' || given === null) return given
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, withoutNulls(value)]])),
  )
}

function read(document: unknown): Reading {
  const { success, output, issues } = v.safeParse(EventDocument, withoutNulls(document))
  if (success) return { event: tidied(output) }
  const [issue] = issues
  const path = v.getDotPath(issue)
  return { problem: path === null ? issue.message : `${path}: ${issue.message}` }
}

const nothing = (state: KnownEvent['state'], problem?: string): KnownEvent => ({
  state,
  event: undefined,
  oldSince: undefined,
  problem,
})

/**
 * Reads what a program posted. A state comes with every ball that is played, the document mostly the same: it is checked
 * once, and one that cannot be read does not take the last one off the wall.
 */
export function createEventReader(): (scores: CustomScores | undefined) => KnownEvent {
  let posting = ''
  let reading: Reading | undefined
  let last: { event: EventDocument; postedOn: string | null } | undefined
  return (scores) => {
    const feed = scores?.feeds.event
    if (feed?.kind !== 'posted') return nothing('waiting')
    if (feed.sequence === null) return nothing('none')
    const newest = `${feed.sequence} ${feed.as_of}`
    if (!reading || newest !== posting) {
      posting = newest
      reading = read(feed.document)
      if ('event' in reading) last = { event: reading.event, postedOn: feed.as_of }
    }
    const problem = 'problem' in reading ? reading.problem : undefined
    if (!last) return nothing('unreadable', problem)
    const isOld = feed.is_old || problem !== undefined
    return {
      state: 'known',
      event: last.event,
      oldSince: isOld && last.postedOn ? Date.parse(last.postedOn) : undefined,
      problem,
    }
  }
}
