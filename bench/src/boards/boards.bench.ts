import path from 'node:path'
import { createTestDatabase, startTestPostgres } from '../../../server/src/testing/postgres'
import { releaseIn, unpackRelease, type Release } from '../../../server/src/testing/release'
import type { Row } from '../table'
import { startSide, type Side } from './boardsStage'
import { batch, Comparison, live, rowsOf, type Pairs } from './comparison'

const root = path.resolve(import.meta.dirname, '../../..')

const rounds = 20
/** The engine is still making the code of both faster. */
const warmUp = 4
const target = 1.05
/** Enough to tell a server that is dearer on purpose. */
const brokenRounds = 4

async function compare(ours: Side, old: Side, count: number): Promise<Pairs> {
  const warmth = new Comparison({ ours, old })
  const comparison = new Comparison({ ours, old })
  for (let round = 0; round < warmUp + count; round += 1) {
    const current = round < warmUp ? warmth : comparison
    for (const [at, sample] of ours.samples.entries()) await live(current, at, sample, round)
    for (let time = 0; time < batch; time += 1) await current.call('list of 100 scoreboards of 20 machines', ({ send }) => send('GET', '/api/scoreboard/?limit=100'))
  }
  return comparison.pairs
}

/** Reads and writes of boards, the server of today beside that of an earlier release, and what finds out a server that is dearer. */
export async function run(ref = 'a0702b6'): Promise<Row[]> {
  // A server takes none that could lose scores.
  const postgres = await startTestPostgres({})
  const old = unpackRelease(root, ref)
  const endings: (() => unknown)[] = [old.remove, postgres.close]
  const start = async (release: Release, main?: string) => {
    const { url } = await createTestDatabase(postgres, { isEmpty: true })
    const server = await release.start({ DATABASE_URL: url, LOG_LEVEL: 'warn', TRUST_PROXY: '1' }, main)
    const side = await startSide(server.url, url)
    const stop = () => (side.close(), server.stop())
    endings.unshift(stop)
    return side
  }
  try {
    const before = await start(old)
    const now = await start(releaseIn(root))
    const found = rowsOf(await compare(now, before, rounds))
    const dear = rowsOf(await compare(await start(releaseIn(root), 'bench/src/boards/dearServer.ts'), now, brokenRounds))
    const caught = dear.filter(({ ratio }) => ratio > target)
    return [
      ...found.map((row): Row => ({ ...row, ratio: row.ratio.toFixed(3), target: `<= ${target}`, holds: row.ratio <= target })),
      { what: `figures that find out a server with one more statement for each, of ${dear.length}`, ours: String(caught.length), target: 'at least half', holds: caught.length * 2 >= dear.length },
    ]
  } finally {
    for (const end of endings) await end()
  }
}
