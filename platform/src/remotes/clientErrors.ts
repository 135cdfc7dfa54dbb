import type { Registry } from '@multiball/shared/schema'

/** What pages reported of one version of a remote. */
interface VersionReport {
  remote: string
  version: string
  /** pages into which it was loaded */
  visits: number
  /** visits in which it failed */
  failed: number
  /** code → visits in which it failed so */
  codes: Record<string, number>
}

const pattern = /^multiball_remote_(visits|failed_visits|failures)\{(.*)\} (\S+)$/

/**
 * What is in the text of servers' metrics (Prometheus' format). All servers on one database answer the same sums, so of
 * several answers the greatest counts.
 */
export function readReports(metrics: readonly string[]): VersionReport[] {
  const reports = new Map<string, VersionReport>()
  for (const line of metrics.flatMap((text) => text.split('\n'))) {
    const [, what, labels = '', number] = pattern.exec(line) ?? []
    const { remote, version, code } = Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])) as Record<string, string | undefined>
    if (!remote || !version) continue
    const report = reports.get(`${remote} ${version}`) ?? { remote, version, visits: 0, failed: 0, codes: {} }
    reports.set(`${remote} ${version}`, report)
    if (what === 'visits') report.visits = Math.max(report.visits, Number(number))
    if (what === 'failed_visits') report.failed = Math.max(report.failed, Number(number))
    if (what === 'failures' && code) report.codes[code] = Math.max(report.codes[code] ?? 0, Number(number))
  }
  return [...reports.values()]
}

/** Whose version it is now, in a word. */
function standing({ remotes }: Registry, remote: string, version: string): string {
  const { active, canary, lastGood } = remotes[remote] ?? {}
  if (version === active) return 'active'
  if (version === canary?.version) return `canary for ${canary.percent} %`
  return version === lastGood ? 'before' : 'no longer given'
}

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

/** The failures in lines to read, those of most first. */
export function listReports(registry: Registry, reports: readonly VersionReport[]): string[] {
  const broken = reports.filter(({ failed }) => failed > 0)
  if (broken.length === 0) return [`No page has reported a failure, in ${reports.reduce((sum, { visits }) => sum + visits, 0)} visits.`]
  return [...broken]
    .sort((one, other) => other.failed / other.visits - one.failed / one.visits)
    .map(({ remote, version, visits, failed, codes }) => {
      const named = Object.entries(codes).sort(([, one], [, other]) => other - one)
      return `  ${share(failed, visits).padStart(7)}  ${remote.padEnd(18)} ${version} (${standing(registry, remote, version)}): failed in ${failed} of ${visits} visits, ${named.map(([code, count]) => `${code} ${count}`).join(', ')}`
    })
}

export interface Limits {
  /** percent of the visits that may fail */
  mostPercent: number
  /** fewer visits than these say nothing */
  fewestVisits: number
}

/** Why a version may not go on; undefined when it may. */
export function refusalOf({ remote, version, visits, failed }: VersionReport, { mostPercent, fewestVisits }: Limits): string | undefined {
  if (visits < fewestVisits) return `${remote} ${version} cannot be judged yet: ${visits} visits, and ${fewestVisits} are needed. Wait, give it to more visitors, or ask for fewer with --visits.`
  if ((100 * failed) / visits <= mostPercent) return undefined
  return `${remote} ${version} failed in ${failed} of ${visits} visits (${share(failed, visits)}), and at most ${mostPercent} % may. Take it back with: npm run remotes -- rollback ${remote}`
}
