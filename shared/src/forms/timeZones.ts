/** Stands for no zone: UTC. */
export const noTimeZone = 'None'

/** The zone of this browser; null where it does not know. */
export const browserTimeZone = (): string | null => new Intl.DateTimeFormat().resolvedOptions().timeZone || null

/** Browsers before 2022 keep their list to themselves. */
const listedZones = () => (typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [])

const regionOf = (zone: string) => zone.split('/')[0]

/** All zones in the order in which they are likely wanted: None, UTC, the own one, its region, the others. */
export function orderedTimeZones(own: string | null, listed: readonly string[] = listedZones()): string[] {
  const isNear = (zone: string) => own !== null && regionOf(zone) === regionOf(own)
  const known = [...listed.filter(isNear), ...listed.filter((zone) => !isNear(zone))]
  return [...new Set([noTimeZone, 'UTC', ...(own === null ? [] : [own]), ...known])]
}

/** A zone in words: America/New York. */
export const timeZoneName = (zone: string) => zone.replaceAll('_', ' ')

/** Those of the zones that have all words of the text in their names. */
export function findTimeZones(zones: readonly string[], text: string): string[] {
  const words = text.toLowerCase().split(/[\s_/]+/).filter(Boolean)
  return zones.filter((zone) => words.every((word) => zone.toLowerCase().includes(word)))
}
