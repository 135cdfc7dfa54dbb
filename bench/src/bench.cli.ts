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
  boards: () => import('./boards/boards.bench'),
  types: () => import('./types/types.bench'),
  'first-start': () => import('./firstStart/firstStart.bench'),
  'first-board': () => import('./types/firstBoard.bench'),
  faults: () => import('./faults/faults.bench'),
  ingest: () => import('./ingest/ingest.bench'),
  viewer: () => import('./viewer/viewer.bench'),
  'viewer-faults': () => import('./viewerFaults/viewerFaults.bench'),
  render: () => import('./render/render.bench'),
  'old-tv': () => import('./render/oldTv.bench'),
  events: () => import('./events/events.bench'),
  soak: () => import('./soak/soak.bench'),
  'soak-days': () => import('./soak/soakDays.bench'),
  dashboard: () => import('./dashboard/dashboard.bench'),
  embed: () => import('./embed/embed.bench'),
  'embed-tasks': () => import('./embed/embedTasks.bench'),
  pictures: () => import('./pictures/pictures.bench'),
  platform: () => import('./platform/platform.bench'),
  release: () => import('./release/release.bench'),
  restore: () => import('./restore/restore.bench'),
  scale: () => import('./scale/scale.bench'),
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

// After the arguments: whoever mistypes them does not wait for a build.
buildPages()

const rows = await bench.run(...args)
printTable(rows)
const folder = path.resolve(import.meta.dirname, '../results')
mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify({ name, rows }, null, 2)}\n`)
process.exitCode = rows.every(({ holds }) => holds !== false) ? 0 : 1
