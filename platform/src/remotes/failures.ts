import type { Registry } from '@multiball/shared/schema'
import { ChangeRefused } from '../command/refused'
import { readRegistry } from '../registry/registryFile'
import { mustBePublished } from './listRemotes'

interface ShowErrorsOptions {
  /** addresses of the servers' metrics, separated by commas */
  metrics: string | undefined
  /** only of this remote, and of this version of it */
  remote: string
  version: string
  /** such as `1%`: a greater share of failed visits is refused */
  most: string | undefined
  /** with fewer visits than these nothing is said of a version */
  fewestVisits: string | undefined
}

async function read(address: string): Promise<string> {
  try {
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    return await answer.text()
  } catch (cause) {
    throw new ChangeRefused(
      `${address} gives no metrics (${cause instanceof Error ? cause.message : String(cause)}). The server has them where METRICS_PORT says.`,
    )
  }
}

/** What a version must keep to; undefined where nothing is asked of it. Throws ChangeRefused. */
export function limitsOf({
  most,
  fewestVisits = '20',
  remote,
  version,
}: Omit<ShowErrorsOptions, 'metrics'>): Limits | undefined {
  if (most === undefined) return undefined
  const [, percent] = /^(100|\d{1,2}(?:\.\d+)?)%$/.exec(most) ?? []
  if (percent === undefined)
    throw new ChangeRefused(`--most is a share of the visits, from 0% to 100%, such as --most 1%, and not ${most}.`)
  if (!/^[1-9]\d{0,6}$/.test(fewestVisits))
    throw new ChangeRefused(`--visits is a whole number from 1, and not ${fewestVisits}.`)
  if (!remote || !version) throw new ChangeRefused('--most judges one version: errors NAME VERSION --most 1%')
  return { mostPercent: Number(percent), fewestVisits: Number(fewestVisits) }
}

/**
 * Lists what pages reported of remotes that failed in them.
 * @throws ChangeRefused when there are no metrics, for a version that nobody knows, when a greater share of its visits
 *   failed than `most`, and when it had too few visits to say so
 */
export async function showFailures(
  deploy: string,
  options: ShowErrorsOptions,
  say: (line: string) => void,
): Promise<void> {
  const { metrics, remote, version } = options
  const limits = limitsOf(options)
  const registry = readRegistry(deploy)
  mustBePublished(registry.remotes, remote, version)
  if (!metrics)
    throw new ChangeRefused(
      'METRICS names the address of the server’s metrics, such as http://127.0.0.1:9464/metrics; several are separated by commas.',
    )
  const texts = await Promise.all(metrics.split(',').map((address) => read(address.trim())))
  const reports = readReports(texts).filter(
    (one) => (!remote || one.remote === remote) && (!version || one.version === version),
  )
  for (const line of listReports(registry, reports)) say(line)
  const refusal = limits && refusalOf(reports[0] ?? { remote, version, visits: 0, failed: 0, codes: {} }, limits)
  if (refusal) throw new ChangeRefused(refusal)
}

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
    const { remote, version, code } = Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ) as Record<string, string | undefined>
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
  if (broken.length === 0)
    return [`No page has reported a failure, in ${reports.reduce((sum, { visits }) => sum + visits, 0)} visits.`]
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
export function refusalOf(
  { remote, version, visits, failed }: VersionReport,
  { mostPercent, fewestVisits }: Limits,
): string | undefined {
  if (visits < fewestVisits)
    return `${remote} ${version} cannot be judged yet: ${visits} visits, and ${fewestVisits} are needed. Wait, give it to more visitors, or ask for fewer with --visits.`
  if ((100 * failed) / visits <= mostPercent) return undefined
  return `${remote} ${version} failed in ${failed} of ${visits} visits (${share(failed, visits)}), and at most ${mostPercent} % may. Take it back with: npm run remotes -- rollback ${remote}`
}
