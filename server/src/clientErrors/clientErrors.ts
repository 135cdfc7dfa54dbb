import type { ClientError, Registry } from '@multiball/shared/schema'
import { counter } from '../http/readings'
import type { Reading } from '../http/readings'

/** Codes are ours, but anybody may send some. */
const mostCodesPerVersion = 30

/** How often each version of a remote failed in somebody's page, since the process started. */
export class ClientErrors {
  /** remote and version → code → count */
  private readonly counts = new Map<string, Map<string, number>>()

  /** Counts it, unless the registry knows no such version: nobody can make up names that then stay. */
  add({ remote, version, code }: ClientError, registry: Registry): void {
    if (!registry.remotes[remote]?.versions[version]) return
    const key = `${remote} ${version}`
    const codes = this.counts.get(key) ?? new Map<string, number>()
    this.counts.set(key, codes)
    if (!codes.has(code) && codes.size >= mostCodesPerVersion) return
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }

  readings(): Reading[] {
    return [...this.counts].flatMap(([key, codes]) => {
      const [remote = '', version = ''] = key.split(' ')
      return [...codes].map(([code, count]) => ({
        ...counter('multiball_client_errors_total', 'Failures of remotes that pages reported', count),
        labels: { remote, version, code },
      }))
    })
  }
}
