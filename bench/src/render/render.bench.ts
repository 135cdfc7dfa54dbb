import { rmSync } from 'node:fs'
import path from 'node:path'
import { quantile, type Row } from '../table'
import { buildOneBundle } from '../viewer/oneBundle'
import { serveOneBundle } from '../viewer/servePage'
import { framesPerSecond } from './frames'
import { startWall } from './wall'

const boards = 20
const postEveryMs = 2_000
const throttle = 6
const rounds = 3
const seconds = 12
const remotes = path.join(import.meta.dirname, 'bundledRemotes.ts')

/** How smoothly a full wall counts on a slow TV stick, beside the same page counting with react-countup. */
export async function run(): Promise<Row[]> {
  const [ours, peer] = [
    await buildOneBundle({ remotes }),
    await buildOneBundle({ remotes, instead: { 'shared/src/display/numbers/Numerals.tsx': path.join(import.meta.dirname, 'CountUpNumerals.tsx') } }),
  ]
  const wall = await startWall(boards)
  const posting = setInterval(() => void wall.post().catch(() => {}), postEveryMs)
  const pages = [await serveOneBundle(ours, wall.url), await serveOneBundle(peer, wall.url)]
  const found: number[][] = [[], []]
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [side, page] of pages.entries()) found[side]!.push(await framesPerSecond(page.url + wall.path, { throttle, seconds, shows: 'Player 1' }))
    }
  } finally {
    clearInterval(posting)
    for (const { server } of pages) server.close()
    for (const { folder } of [ours, peer]) rmSync(folder, { recursive: true })
    await wall.stop()
  }
  const [our = 0, their = 0] = found.map((all) => quantile(all, 0.5))
  const what = `frames a second, ${boards} boards of 4, a new value every ${postEveryMs / 1000} s, CPU at 1/${throttle}`
  return [
    { what, ours: our.toFixed(1), target: '>= 45', holds: our >= 45 },
    { what: 'the same page counting with react-countup', ours: our.toFixed(1), peer: their.toFixed(1), ratio: (our / their).toFixed(2), target: '>= 1.5', holds: our / their >= 1.5 },
  ]
}
