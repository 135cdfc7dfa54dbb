/** How many backups stay: the newest of so many days, weeks (from Monday) and months, by UTC. */
export interface Keep {
  daily: number
  weekly: number
  monthly: number
}

const dayMs = 86_400_000
const hourMs = 3_600_000

/** `multiball-2026-11-24T040000Z.zip`, or with `.age` behind it. */
const pattern = /^multiball-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.zip(?:\.age)?$/

/** The name of a backup of this moment (ms since 1970). */
export const backupName = (moment: number, isEncrypted: boolean): string =>
  `multiball-${new Date(moment)
    .toISOString()
    .replace(/\.\d+/, '')
    .replaceAll(/(?<=T.*):/g, '')}.zip${isEncrypted ? '.age' : ''}`

/** When a file was begun, by its name, in ms since 1970; undefined for what is no backup of ours. */
export function momentOf(name: string): number | undefined {
  const [, day, hours, minutes, seconds] = pattern.exec(name) ?? []
  const moment = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(moment) ? undefined : moment
}

const dayOf = (moment: number) => Math.floor(moment / dayMs)
/** Day 0 was a Thursday. */
const weekOf = (moment: number) => Math.floor((dayOf(moment) + 3) / 7)
const monthOf = (moment: number) => new Date(moment).toISOString().slice(0, 7)

/** Which of these files may go. The newest always stays, and so does whatever is no backup of ours. */
export function outdated(names: readonly string[], { daily, weekly, monthly }: Keep): string[] {
  const backups = names.flatMap((name) => {
    const moment = momentOf(name)
    return moment === undefined ? [] : [{ name, moment }]
  })
  backups.sort((one, other) => other.moment - one.moment)
  const kept = new Set(backups.slice(0, 1).map(({ name }) => name))
  const keep = (count: number, periodOf: (moment: number) => number | string) => {
    const periods = new Set<number | string>()
    for (const { name, moment } of backups) {
      if (periods.has(periodOf(moment))) continue
      if (periods.size === count) return
      periods.add(periodOf(moment))
      kept.add(name)
    }
  }
  keep(daily, dayOf)
  keep(weekly, weekOf)
  keep(monthly, monthOf)
  return backups.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** The last moment at which a backup was to be made, one a day at this hour of UTC. All in ms since 1970. */
export function lastDue(now: number, hour: number): number {
  const today = dayOf(now) * dayMs + hour * hourMs
  return today <= now ? today : today - dayMs
}
