import { isTimeZone } from '@multiball/shared/schema'

/** Stands for no zone: UTC. */
export const noTimeZone = 'None'

/** The zone of this browser; null where it does not know its own: it then calls it Etc/Unknown, which its formatters refuse. */
export function browserTimeZone(): string | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone && isTimeZone(timeZone) ? timeZone : null
}

/** Browsers before 2022 keep their list to themselves. */
const listedZones = () => (typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [])

const regionOf = (zone: string) => zone.split('/')[0]

/** All zones in the order in which they are likely wanted: None, UTC, the own one, its region, the others. */
export function orderedTimeZones(own: string | null, listed: readonly string[] = listedZones()): string[] {
  const isNear = (zone: string) => own !== null && regionOf(zone) === regionOf(own)
  const known = [...listed.filter(isNear), ...listed.filter((zone) => !isNear(zone))]
  return [...new Set([noTimeZone, 'UTC', ...(own === null ? [] : [own]), ...known])]
}

/** Browsers list some zones by names of before 1995; these are today's. Both mean the same zone. */
const todaysNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
const formerNames = new Map(Object.entries(todaysNames).map(([former, today]) => [today, former]))

/** Words by which a zone is also looked for. */
const otherWords: Readonly<Record<string, string>> = { UTC: 'GMT Greenwich Universal Zulu', None: 'UTC GMT' }

/** A zone in words, by today's name: America/New York. */
export const timeZoneName = (zone: string) => (todaysNames[zone] ?? zone).replaceAll('_', ' ')

const searchedText = (zone: string) =>
  [zone, todaysNames[zone], formerNames.get(zone), otherWords[zone]].join(' ').replaceAll('_', ' ').toLowerCase()

/** Those of the zones that have all words of the text in their names, today's or former ones. */
export function findTimeZones(zones: readonly string[], text: string): string[] {
  const words = text
    .toLowerCase()
    .split(/[\s_/]+/)
    .filter(Boolean)
  return zones.filter((zone) => words.every((word) => searchedText(zone).includes(word)))
}
