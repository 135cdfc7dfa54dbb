import { rmSync } from 'node:fs'
import path from 'node:path'
import { startStage } from '../stage'
import { quantile, type Row } from '../table'
import { buildOneBundle } from './oneBundle'
import { serveOneBundle } from './servePage'
import { visit, type Visit } from './visit'

const visits = 9
const latencyMs = 40

const median = (all: readonly Visit[], field: keyof Visit) => quantile(all.map((one) => one[field]), 0.5)

/** The viewer page with the scoreboard display, beside the same sources as one bundle. */
export async function run(): Promise<Row[]> {
  const bundle = await buildOneBundle({ remotes: path.join(import.meta.dirname, 'bundledRemotes.ts') })
  const stage = await startStage()
  const { url, server } = await serveOneBundle(bundle, stage.url)
  try {
    await stage.post(1, 12_340)
    const ours: Visit[] = []
    const peer: Visit[] = []
    for (let count = 0; count < visits; count += 1) {
      ours.push(await visit(`${stage.url}/viewer/scoreboards/${stage.board}`, latencyMs))
      peer.push(await visit(`${url}/viewer/scoreboards/${stage.board}`, latencyMs))
    }
    const bytes = median(ours, 'scriptBytes') / median(peer, 'scriptBytes')
    const levels = median(ours, 'levels')
    const time = median(ours, 'firstScoreMs') / median(peer, 'firstScoreMs')
    const kilobytes = (all: Visit[]) => `${(median(all, 'scriptBytes') / 1000).toFixed(1)} kB`
    return [
      { what: 'JavaScript, brotli', ours: kilobytes(ours), peer: kilobytes(peer), ratio: bytes.toFixed(2), target: '<= 1.4', holds: bytes <= 1.4 },
      { what: 'scripts', ours: String(median(ours, 'scripts')), peer: String(median(peer, 'scripts')) },
      { what: 'requests, scripts and styles', ours: String(median(ours, 'requests')), peer: String(median(peer, 'requests')) },
      { what: 'levels after the HTML', ours: String(levels), peer: String(median(peer, 'levels')), target: '<= 1', holds: levels <= 1 },
      { what: `first score, ${latencyMs} ms a request, median of ${visits}`, ours: `${median(ours, 'firstScoreMs').toFixed(0)} ms`, peer: `${median(peer, 'firstScoreMs').toFixed(0)} ms`, ratio: time.toFixed(2), target: '<= 1.2', holds: time <= 1.2 },
    ]
  } finally {
    server.close()
    rmSync(bundle.folder, { recursive: true })
    await stage.stop()
  }
}
