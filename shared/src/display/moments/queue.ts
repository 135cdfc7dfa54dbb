import type { Moment } from '@multiball/shared/schema'

/*
 * What a screen shows of the moments that its board has just now.
 *
 *   nothing  → showing   the greatest that has not been shown
 *   showing  → showing   it was corrected: its names are others; or it is a strip, and a greater one has come
 *   showing  → nothing   its time is over; or it was withdrawn
 *
 * Each is shown once for the life of the page. What has begun on one screen of the page goes on at the same place on another,
 * such as the next slide, and begins on none.
 */

/** ms that one is on the screen */
export const showMs = 6000
/** so many are remembered; the server has long forgotten older ones */
const mostRemembered = 500

/** The kinds that are shown, the greatest first. */
const takeovers = ['venue_record', 'machine_record', 'month_record']
const kinds = [...takeovers, 'day_record', 'mark_passed', 'personal_best', 'first_game']

/** One moment on the screen; times in ms since 1970. */
export interface Showing {
  moment: Moment
  beganAt: number
  endsAt: number
}

/** By the id of a moment when it began on this page (ms since 1970), and of which score it is. */
export type Begun = ReadonlyMap<string, Pick<Moment, 'game' | 'position'> & { at: number }>

const greatness = ({ kind }: Moment) => -kinds.indexOf(kind)

/** Whether it has the whole screen, where its board allows that. */
export const takesOver = ({ kind }: Moment): boolean => takeovers.includes(kind)

const isKnown = ({ kind, state, score }: Moment) =>
  kinds.includes(kind) && state !== 'withdrawn' && (score !== null || kind === 'first_game')

/** Whether a greater moment has told of the same score, or of a game's at all. */
const isTold = ({ game, position }: Moment, begun: Begun) =>
  [...begun.values()].some((other) => other.game === game && (position === null || other.position === position))

function goesOn({ moment, beganAt, endsAt }: Showing, moments: readonly Moment[], now: number): Showing | undefined {
  if (now >= endsAt) return undefined
  const current = moments.find(({ id }) => id === moment.id) ?? moment
  if (current.state === 'withdrawn') return undefined
  return { moment: current.place === moment.place ? moment : current, beganAt, endsAt }
}

/**
 * What is on the screen now.
 * @param before what was until now
 * @param moments that the board has, in any order
 */
export function showingAt(
  before: Showing | undefined,
  moments: readonly Moment[],
  begun: Begun,
  now: number,
): Showing | undefined {
  const known = moments.filter(isKnown)
  const running = before && goesOn(before, moments, now)
  const next = known
    .filter((moment) => {
      const own = begun.get(moment.id)
      return own ? now < own.at + showMs : !isTold(moment, begun)
    })
    .sort((one, other) => greatness(other) - greatness(one))[0]
  const isReplaced = running && next && !takesOver(running.moment) && greatness(next) > greatness(running.moment)
  if (running && !isReplaced) return running
  if (!next) return undefined
  const beganAt = begun.get(next.id)?.at ?? now
  return { moment: next, beganAt, endsAt: beganAt + showMs }
}

/** Remembers that one has begun. */
export function remember(
  begun: Map<string, Pick<Moment, 'game' | 'position'> & { at: number }>,
  showing: Showing,
): void {
  const { id, game, position } = showing.moment
  begun.set(id, { game, position, at: showing.beganAt })
  if (begun.size > mostRemembered) begun.delete(begun.keys().next().value!)
}
