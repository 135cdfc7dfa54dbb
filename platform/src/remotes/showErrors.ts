import { ChangeRefused } from '../registry/changes'
import { readRegistry } from '../registry/registryFile'
import { addUp, listErrorCounts, readErrorCounts, totalOf } from './clientErrors'

interface ShowErrorsOptions {
  /** addresses of the servers' metrics, separated by commas */
  metrics: string | undefined
  /** only of this remote, and of this version of it */
  remote: string
  version: string
  /** more failures than this are refused */
  most: number | undefined
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

/**
 * Lists what pages reported of remotes that failed in them.
 * @throws ChangeRefused when there are no metrics, and when there are more failures than `most`
 */
export async function showErrors(deploy: string, { metrics, remote, version, most }: ShowErrorsOptions, say: (line: string) => void): Promise<void> {
  if (most !== undefined && !(Number.isInteger(most) && most >= 0)) throw new ChangeRefused('--most needs a whole number, such as --most 3.')
  if (!metrics) throw new ChangeRefused('METRICS names the address of the server’s metrics, such as http://127.0.0.1:9100/metrics; several are separated by commas.')
  const texts = await Promise.all(metrics.split(',').map((address) => read(address.trim())))
  const counts = addUp(texts.flatMap(readErrorCounts)).filter((one) => (!remote || one.remote === remote) && (!version || one.version === version))
  for (const line of listErrorCounts(readRegistry(deploy), counts)) say(line)
  if (most !== undefined && totalOf(counts) > most) throw new ChangeRefused(`${totalOf(counts)} failures, and at most ${most} were to be. Take it back with: npm run remotes -- rollback ${remote || 'NAME'}`)
}
