import { modeColors, visibleModes } from './modes'
import type { ModeColor } from './modes'

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
export function sightModes(previous: readonly Sighting[] | undefined, modes: readonly string[], nowMs: number): Sighting[] {
  const known = new Map(previous?.map((sighting) => [key(sighting), sighting.seenAt]))
  return visibleModes(modes).map(({ label, color }) => {
    const banner = { text: label, color }
    return { ...banner, seenAt: known.get(key(banner)) ?? (previous ? nowMs : -Infinity) }
  })
}

/**
 * The banner at a time: a mode newly appeared has it alone for 3 s, otherwise each has it for 1 s.
 * `isNew` while it is such a new one.
 */
export function bannerAt(sightings: readonly Sighting[], nowMs: number): Banner & { isNew: boolean } {
  const newest = sightings.reduce<Sighting | undefined>((best, next) => (best && best.seenAt > next.seenAt ? best : next), undefined)
  if (!newest) return { ...gameOn, isNew: false }
  const isNew = nowMs < newest.seenAt + aloneMs
  const { text, color } = isNew ? newest : (sightings[Math.floor(nowMs / turnMs) % sightings.length] ?? newest)
  return { text, color, isNew }
}

/** When the banner is next to change, in ms; undefined while it stays. */
export function nextBannerAt(sightings: readonly Sighting[], nowMs: number): number | undefined {
  if (sightings.length < 2) return undefined
  const newest = Math.max(...sightings.map((sighting) => sighting.seenAt))
  return nowMs < newest + aloneMs ? newest + aloneMs : (Math.floor(nowMs / turnMs) + 1) * turnMs
}

/** GAME OVER; for the one configured machine title YOU WIN when the top score ends in 9, otherwise YOU FAILED. */
export function gameOverBanner(machine: string, winnerMachineTitle: string | null | undefined, scores: readonly bigint[]): Banner {
  const isWinnerMachine = !!winnerMachineTitle && machine.trim().toLowerCase() === winnerMachineTitle.trim().toLowerCase()
  if (!isWinnerMachine) return { text: 'GAME OVER', color: 'amber' }
  const top = scores.reduce((best, score) => (score > best ? score : best), 0n)
  return top % 10n === 9n ? { text: 'YOU WIN', color: 'green' } : { text: 'YOU FAILED', color: 'red' }
}
