import type { Row } from '../table'

/* npm run bench -- scale PART [argument…] */

const parts: Record<string, () => Promise<{ run(...args: string[]): Promise<Row[]> }>> = {
  workers: () => import('./workers.bench'),
  instances: () => import('./instances.bench'),
  faults: () => import('./faults.bench'),
  tvs: () => import('./tvs.bench'),
  upgrade: () => import('./upgrade.bench'),
  partitions: () => import('./partitions.bench'),
  leaderboards: () => import('./leaderboards.bench'),
}

/** Several processes and several servers, one part at a time; without a name, all parts. */
export async function run(name?: string, ...args: string[]): Promise<Row[]> {
  const names = name === undefined ? Object.keys(parts) : [name]
  const rows: Row[] = []
  for (const each of names) {
    const load = parts[each]
    if (!load) throw new Error(`The parts are: ${Object.keys(parts).join(', ')}`)
    rows.push(...(await (await load()).run(...args)))
  }
  return rows
}
