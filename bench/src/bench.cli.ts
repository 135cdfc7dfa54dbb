import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildPages } from '@multiball/e2e/product'
import { printTable, type Row } from './table'

/* npm run bench -- NAME [argument…], one of those below: prints a table and writes it to bench/results/NAME.json */

const benches: Record<
  string,
  () => Promise<{ run(...args: string[]): Promise<Row[]>; refuse?(...args: string[]): string | undefined }>
> = {
  live: () => import('./live/live.bench'),
  ingest: () => import('./ingest/ingest.bench'),
  fleet: () => import('./fleet/fleet.bench'),
  viewer: () => import('./viewer/viewer.bench'),
  render: () => import('./render/render.bench'),
  'old-tv': () => import('./render/oldTv.bench'),
  dashboard: () => import('./dashboard/dashboard.bench'),
  embed: () => import('./embed/embed.bench'),
  faults: () => import('./faults/faults.bench'),
  scale: () => import('./scale/scale.bench'),
  soak: () => import('./soak/soak.bench'),
  restore: () => import('./restore/restore.bench'),
  'first-start': () => import('./firstStart/firstStart.bench'),
}

const [name = '', ...args] = process.argv.slice(2)
const usage = `Usage: npm run bench -- ${Object.keys(benches).join(' | ')}`
if (['--help', '-h'].includes(name)) {
  console.log(usage)
  process.exit()
}
const load = benches[name]
if (!load) {
  console.error(`${name && `There is no bench ${name}. `}${usage}`)
  process.exit(1)
}

const bench = await load()
const refusal = bench.refuse?.(...args)
if (refusal !== undefined) {
  console.error(refusal)
  process.exit(1)
}

// After the arguments: a mistyped one is not worth a build.
buildPages()

const rows = await bench.run(...args)
printTable(rows)
const folder = path.resolve(import.meta.dirname, '../results')
mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify({ name, rows }, null, 2)}\n`)
process.exitCode = rows.every(({ holds }) => holds !== false) ? 0 : 1
