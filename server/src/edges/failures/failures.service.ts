import type { ClientError, LoadedRemote, Registry } from '@multiball/shared/schema'
import ipaddr from 'ipaddr.js'
import type { Kysely } from 'kysely'
import type { Registry as Metrics } from 'prom-client'
import type { Tables } from '../../ground/database/tables'
import { networkOf } from '../../ground/http/caller'
import { WindowLimit } from '../../ground/http/limits'
import { gauges } from '../../ground/http/metrics'
import { addCounts, countVisits, loadBounds, type CountedVisits } from './failures.store'

/** Codes are ours, but anybody may send some. */
const mostCodesPerVersion = 30
const hourMs = 3_600_000
/** reports of one version that count, from one address within an hour: no single stranger takes a release back */
const mostFailures = 3
const mostVisits = 200

/** Whether an address tells nobody apart: that of a proxy that the server was not told of, or of a network behind one. */
const isInner = (address: string) => !ipaddr.isValid(address) || ipaddr.process(address).range() !== 'unicast'

/** Where a report came from. */
export interface Reporter {
  /** of the token */
  visit: string
  /** of the network */
  address: string
}

/** What pages reported since it was last taken: the visits of each version, and those in which it failed. */
export class VisitCounts {
  private counts = new Map<string, CountedVisits>()
  private readonly codes = new Map<string, Set<string>>()
  private readonly once: WindowLimit
  private readonly failures: WindowLimit
  private readonly visits: WindowLimit

  /** @param now by `elapsed` */
  constructor(now?: () => number) {
    this.once = new WindowLimit(1, 24 * hourMs, now)
    this.failures = new WindowLimit(mostFailures, hourMs, now)
    this.visits = new WindowLimit(mostVisits, hourMs, now)
  }

  /** Counts a visit, once; of a version that the registry does not know nothing: nobody can make up names that then stay. */
  visited({ visit, address }: Reporter, { remote, version, ms }: LoadedRemote, registry: Registry): void {
    const name = `${remote} ${version}`
    if (!isKnown(registry, remote, version) || this.once.take(`${visit} ${name}`) > 0) return
    if (!isInner(address) && this.visits.take(`${networkOf(address)} ${name}`) > 0) return
    const counts = this.countsOf(remote, version)
    counts.visits += 1
    if (ms !== undefined) counts.loads = added(counts.loads, loadOf(ms))
  }

  /** Counts a failure, once for each visit and code. Answers whether it was counted. */
  failed(reporter: Reporter, { remote, version, code, message, frames }: ClientError, registry: Registry): boolean {
    const name = `${remote} ${version}`
    const { visit, address } = reporter
    if (!isKnown(registry, remote, version) || this.once.take(`${visit} ${name} ${code}`) > 0) return false
    if (!isInner(address) && this.failures.take(`${networkOf(address)} ${name}`) > 0) return false
    this.visited(reporter, { remote, version }, registry)
    const counts = this.countsOf(remote, version)
    if (this.once.take(`${visit} ${name} failed`) === 0) counts.failed += 1
    // Last: made-up codes take room, and must not keep anybody's failure from counting.
    if (!this.hasRoom(name, code)) return true
    const known = counts.codes.get(code)
    counts.codes.set(code, {
      count: (known?.count ?? 0) + 1,
      message: message ?? known?.message,
      frames: frames ?? known?.frames,
    })
    return true
  }

  /** Takes what was counted; what cannot be stored is given back. */
  take(): CountedVisits[] {
    const taken = [...this.counts.values()]
    this.counts = new Map()
    return taken
  }

  giveBack(taken: readonly CountedVisits[]): void {
    for (const { remote, version, visits, failed, loads, codes } of taken) {
      const counts = this.countsOf(remote, version)
      counts.visits += visits
      counts.failed += failed
      counts.loads = added(counts.loads, loads)
      for (const [code, { count, message, frames }] of codes) {
        const newer = counts.codes.get(code)
        counts.codes.set(code, {
          count: count + (newer?.count ?? 0),
          message: newer?.message ?? message,
          frames: newer?.frames ?? frames,
        })
      }
    }
  }

  private hasRoom(name: string, code: string): boolean {
    const codes = this.codes.get(name) ?? new Set<string>()
    this.codes.set(name, codes)
    return codes.has(code) || (codes.size < mostCodesPerVersion && codes.add(code) !== undefined)
  }

  private countsOf(remote: string, version: string): CountedVisits {
    const name = `${remote} ${version}`
    const counts = this.counts.get(name) ?? { remote, version, visits: 0, failed: 0, loads: [], codes: new Map() }
    this.counts.set(name, counts)
    return counts
  }
}

/** One visit, at the bound within which it loaded the remote. */
const loadOf = (ms: number) => {
  const place = loadBounds.findIndex((bound) => ms <= bound)
  return loadBounds.map((_bound, at) => (at === (place === -1 ? loadBounds.length - 1 : place) ? 1 : 0))
}

const added = (one: readonly number[], other: readonly number[]) =>
  one.length === 0 ? [...other] : one.map((count, at) => count + (other[at] ?? 0))

const isKnown = ({ remotes }: Registry, remote: string, version: string) =>
  Object.hasOwn(remotes, remote) && Object.hasOwn(remotes[remote]!.versions, version)

/** Brings what pages report into the database, and tells operators and the command line's `errors` what is there. */
export function storeCounts(db: Kysely<Tables>, counts: VisitCounts, metrics: Metrics) {
  /** @throws when the database is away; nothing is lost then */
  async function write(): Promise<void> {
    const taken = counts.take()
    if (taken.length === 0) return
    try {
      await addCounts(db, taken, new Date())
    } catch (error) {
      counts.giveBack(taken)
      throw error
    }
  }

  let counting: ReturnType<typeof countVisits> | undefined
  /** Three figures are read at the same time, of one look into the database. */
  const count = () =>
    (counting ??= write()
      .then(() => countVisits(db))
      .finally(() => (counting = undefined)))

  const ofVersion = ['remote', 'version'] as const
  gauges(
    metrics,
    'multiball_remote_visits',
    'Visits in which a version of a remote was loaded, in the last 30 days',
    ofVersion,
    async () =>
      (await count()).visits.map(({ remote, version, visits }) => ({
        labels: { remote, version },
        value: Number(visits),
      })),
  )
  gauges(metrics, 'multiball_remote_failed_visits', 'Visits in which it failed', ofVersion, async () =>
    (await count()).visits.map(({ remote, version, failed }) => ({
      labels: { remote, version },
      value: Number(failed),
    })),
  )
  gauges(
    metrics,
    'multiball_remote_failures',
    'Visits in which it failed with this code',
    [...ofVersion, 'code'],
    async () =>
      (await count()).failures.map(({ remote, version, code, count: failed }) => ({
        labels: { remote, version, code },
        value: Number(failed),
      })),
  )
  return { write }
}
