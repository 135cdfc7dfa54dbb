import type { Game } from '@multiball/shared/schema'
import { useContext, useEffect, useLayoutEffect, useState } from 'react'
import { ClockContext } from '../clock'
import { modeColors, visibleModes, type ModeColor } from './modes'

/** What the dot matrix says. */
export interface Banner {
  text: string
  color: ModeColor | 'amber'
}

/** A mode on show and since when, in ms; -Infinity for those that were there at first sight. */
export interface Sighting extends Banner {
  seenAt: number
}

/** `#rrggbb` of a banner. */
export const bannerColor = ({ color }: Banner) => (color === 'amber' ? '#ff8a1f' : modeColors[color])

const aloneMs = 3000
const turnMs = 1000
const gameOn: Banner = { text: 'GAME ON', color: 'green' }
const key = (banner: Banner) => `${banner.color}:${banner.text}`

/** Carries `seenAt` of the modes that stay; the others are new now. `previous` is undefined at first sight. */
export function sightModes(
  previous: readonly Sighting[] | undefined,
  modes: readonly string[],
  nowMs: number,
): Sighting[] {
  const known = new Map(previous?.map((sighting) => [key(sighting), sighting.seenAt]))
  return visibleModes(modes).map(({ label, color }) => {
    const banner = { text: label, color }
    return { ...banner, seenAt: known.get(key(banner)) ?? (previous ? nowMs : -Infinity) }
  })
}

/** Place of the mode that appeared last; -1 when there is none. */
const newestOf = (sightings: readonly Sighting[]) =>
  sightings.reduce((best, { seenAt }, at) => (best >= 0 && sightings[best]!.seenAt > seenAt ? best : at), -1)

/** The same by a clock that was put back since: nothing of the time to come was seen. */
const seenBy = (sightings: readonly Sighting[], nowMs: number) =>
  sightings.map((sighting) => (sighting.seenAt > nowMs ? { ...sighting, seenAt: -Infinity } : sighting))

/** When the turns began that go on now, in ms: when the newest mode had been alone, else with the clock. */
const turnsFrom = ({ seenAt }: Sighting) => (seenAt === -Infinity ? 0 : seenAt + aloneMs)

/**
 * The banner at a time: a mode newly appeared has it alone for 3 s, otherwise each has it for 1 s, the first turn being that
 * of the mode after the new one. `isNew` while it is such a new one.
 */
export function bannerAt(sightings: readonly Sighting[], nowMs: number): Banner & { isNew: boolean } {
  const seen = seenBy(sightings, nowMs)
  const newestAt = newestOf(seen)
  const newest = seen[newestAt]
  if (!newest) return { ...gameOn, isNew: false }
  const isNew = nowMs < newest.seenAt + aloneMs
  const first = newest.seenAt === -Infinity ? 0 : newestAt + 1
  const turn = Math.floor((nowMs - turnsFrom(newest)) / turnMs)
  const { text, color } = isNew ? newest : seen[(first + turn) % seen.length]!
  return { text, color, isNew }
}

/** When the banner is next to change, in ms; undefined while it stays. */
export function nextBannerAt(sightings: readonly Sighting[], nowMs: number): number | undefined {
  if (sightings.length < 2) return undefined
  const seen = seenBy(sightings, nowMs)
  const from = turnsFrom(seen[newestOf(seen)]!)
  return nowMs < from ? from : from + (Math.floor((nowMs - from) / turnMs) + 1) * turnMs
}

/** GAME OVER; for the one configured machine title YOU WIN when the top score ends in 9, otherwise YOU FAILED. */
export function gameOverBanner(
  machine: string,
  winnerMachineTitle: string | null | undefined,
  scores: readonly bigint[],
): Banner {
  const isWinnerMachine =
    !!winnerMachineTitle && machine.trim().toLowerCase() === winnerMachineTitle.trim().toLowerCase()
  if (!isWinnerMachine) return { text: 'GAME OVER', color: 'amber' }
  const top = scores.reduce((best, score) => (score > best ? score : best), 0n)
  return top % 10n === 9n ? { text: 'YOU WIN', color: 'green' } : { text: 'YOU FAILED', color: 'red' }
}

/** The banner of a game's modes as time passes; `isNew` for the 3 s that a new mode has it alone. */
export function useModeBanner(modes: readonly string[]): Banner & { isNew: boolean } {
  const clock = useContext(ClockContext)
  const [now, setNow] = useState(() => clock.now())
  const [sightings, setSightings] = useState(() => sightModes(undefined, modes, now))
  // Each live state brings a new array: only other modes are news.
  const fingerprint = JSON.stringify(modes)

  useLayoutEffect(() => {
    const sightedAt = clock.now()
    setNow(sightedAt)
    setSightings((before) => sightModes(before, JSON.parse(fingerprint) as string[], sightedAt))
  }, [clock, fingerprint])

  useEffect(() => {
    const nextAt = nextBannerAt(sightings, now)
    if (nextAt === undefined) return
    return clock.after(Math.max(0, nextAt - clock.now()), () => setNow(clock.now()))
  }, [clock, sightings, now])

  return bannerAt(sightings, now)
}

/** What a test game says in place of everything else, for as long as it is seen: nobody takes its scores for somebody's. undefined for every other game. */
export const testBanner = ({ is_test, settled_on }: Game): Banner | undefined =>
  is_test ? { text: settled_on === null ? 'TEST GAME' : 'TEST GAME OVER', color: 'yellow' } : undefined

/** What is said of a game with these scores: its modes in turn, or how it ended. */
export function useGameBanner(
  game: Game,
  scores: readonly bigint[],
  machine: string,
  winnerMachineTitle: string | null,
): Banner & { isNew: boolean } {
  const mode = useModeBanner(game.game_modes)
  if (!game.is_test && game.settled_on === null) return mode
  return { ...(testBanner(game) ?? gameOverBanner(machine, winnerMachineTitle, scores)), isNew: false }
}
