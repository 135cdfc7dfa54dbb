import { formatScore } from '@multiball/shared/display'
import { shortTime } from '@multiball/shared/pages'
import { scoreFromWire } from '@multiball/shared/schema'
import type { Game, Venue, VenueMachine } from '@multiball/shared/schema'

/** A game in one line: 'Ball 2 · 77,000 · 1,200', 'Game over · 77,000', 'No game yet'. */
export function gameLine(game: Game | undefined): string {
  if (!game) return 'No game yet'
  const scores = game.scores.map(({ score }) => formatScore(scoreFromWire(score)))
  const ball = game.current_ball !== null && game.current_ball > 0 ? `Ball ${game.current_ball}` : 'Playing'
  return [game.settled_on === null ? ball : 'Game over', ...scores].join(' · ')
}

/** Devices say something every 10 to 12 s; what is written of it is up to 10 s old. */
const hereMs = 45_000

/** Whether a machine sends now, and the words for it: 'Last data just now', 'Last data 2 min ago', 'No data yet'. */
export function lastSeen(at: string | null | undefined, now: Date): { isHere: boolean; words: string } {
  if (!at) return { isHere: false, words: 'No data yet' }
  const when = new Date(at)
  const isHere = now.getTime() - when.getTime() < hereMs
  return { isHere, words: `Last data ${shortTime(when, now, { isWithin: true })}` }
}

/** When a game ended, to the minute, so that games of one day differ: '2 min ago', '14:05', 'Yesterday, 21:23', '12 Nov, 21:23'. */
export function gameTime(ended: Date, now: Date): string {
  const short = shortTime(ended, now)
  const isOfToday = now.getTime() - ended.getTime() < 3_600_000 || ended.toDateString() === now.toDateString()
  return isOfToday
    ? short
    : `${short}, ${ended.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
}

/** Of a score that was told as a whole. */
export const enteredWords = { hand: 'Entered by hand', program: 'Final score sent', guest: 'Sent by a guest' } as const

/** What sends for a machine, in the owner's words. */
export function senderWords({ has_device, has_key }: Pick<VenueMachine, 'has_device' | 'has_key'>): string {
  if (has_device && has_key) return 'Device and key'
  if (has_device) return 'Device paired'
  return has_key ? 'Device key' : 'Not connected'
}

/** What venues are called where they are only heard, by id: 'Flipper Bar', or 'Flipper Bar, 2 of 3' where three have that name. */
export function heardNames(venues: readonly Pick<Venue, 'id' | 'name'>[]): ReadonlyMap<number, string> {
  return new Map(
    venues.map(({ id, name }) => {
      const alike = venues.filter((other) => other.name === name)
      return [
        id,
        alike.length > 1 ? `${name}, ${alike.findIndex((other) => other.id === id) + 1} of ${alike.length}` : name,
      ]
    }),
  )
}
