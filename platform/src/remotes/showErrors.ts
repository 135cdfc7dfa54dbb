import { ChangeRefused } from '../registry/changes'
import { readRegistry } from '../registry/registryFile'
import { listReports, readReports, refusalOf, type Limits } from './clientErrors'
import { mustBePublished } from './mustBePublished'

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
    throw new ChangeRefused(`${address} gives no metrics (${cause instanceof Error ? cause.message : String(cause)}). The server has them where METRICS_PORT says.`)
  }
}

function limitsOf({ most, fewestVisits = '20', remote, version }: ShowErrorsOptions): Limits | undefined {
  if (most === undefined) return undefined
  const [, percent] = /^(\d{1,2}(?:\.\d+)?)%$/.exec(most) ?? []
  if (percent === undefined) throw new ChangeRefused(`--most is a share of the visits, such as --most 1%, and not ${most}.`)
  if (!/^[1-9]\d{0,6}$/.test(fewestVisits)) throw new ChangeRefused(`--visits is a whole number from 1, and not ${fewestVisits}.`)
  if (!remote || !version) throw new ChangeRefused('--most judges one version: errors NAME VERSION --most 1%')
  return { mostPercent: Number(percent), fewestVisits: Number(fewestVisits) }
}

/**
 * Lists what pages reported of remotes that failed in them.
 * @throws ChangeRefused when there are no metrics, for a version that nobody knows, when a greater share of its visits
 *   failed than `most`, and when it had too few visits to say so
 */
export async function showErrors(deploy: string, options: ShowErrorsOptions, say: (line: string) => void): Promise<void> {
  const { metrics, remote, version } = options
  const limits = limitsOf(options)
  const registry = readRegistry(deploy)
  mustBePublished(registry, remote, version)
  if (!metrics) throw new ChangeRefused('METRICS names the address of the server’s metrics, such as http://127.0.0.1:9100/metrics; several are separated by commas.')
  const texts = await Promise.all(metrics.split(',').map((address) => read(address.trim())))
  const reports = readReports(texts).filter((one) => (!remote || one.remote === remote) && (!version || one.version === version))
  for (const line of listReports(registry, reports)) say(line)
  const refusal = limits && refusalOf(reports[0] ?? { remote, version, visits: 0, failed: 0, codes: {} }, limits)
  if (refusal) throw new ChangeRefused(refusal)
}
