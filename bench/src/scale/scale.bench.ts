import type { Row } from '../table'

/* npm run bench -- scale PART [argument…] */

const parts: Record<string, () => Promise<{ run(...args: string[]): Promise<Row[]> }>> = {
  instances: () => import('./instances.bench'),
  faults: () => import('./faults.bench'),
  upgrade: () => import('./upgrade.bench'),
  leaderboards: () => import('./leaderboards.bench'),
}

/** What is wrong with what was typed; undefined where nothing is. */
export const refuse = (name?: string): string | undefined =>
  name === undefined || Object.hasOwn(parts, name)
    ? undefined
    : `There is no part ${name}. Usage: npm run bench -- scale ${Object.keys(parts).join(' | ')}`

/** Several processes and several servers, one part at a time; without a name, all parts. */
export async function run(name?: string, ...args: string[]): Promise<Row[]> {
  const names = name === undefined ? Object.keys(parts) : [name]
  const rows: Row[] = []
  for (const each of names) {
    rows.push(...(await (await parts[each]!()).run(...args)))
  }
  return rows
}
