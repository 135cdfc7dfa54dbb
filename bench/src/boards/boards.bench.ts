import { besideRelease } from '../besideRelease'
import type { Row } from '../table'
import { startSide, type Side } from './boardsStage'
import { batch, Comparison, live, rowsOf, type Pairs } from './comparison'

const rounds = 20
/** The engine is still optimising the code of both. */
const warmUp = 4
const target = 1.05
/** Enough to expose a server that is slower on purpose. */
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
  return besideRelease(ref, async ({ ours, old, start, atEnd }) => {
    const sideOf = async (release: typeof ours, main?: string) => {
      const { url, databaseUrl } = await start(release, main)
      const side = await startSide(url, databaseUrl)
      atEnd(side.close)
      return side
    }
    const before = await sideOf(old)
    const now = await sideOf(ours)
    const found = rowsOf(await compare(now, before, rounds))
    const dear = rowsOf(await compare(await sideOf(ours, 'bench/src/boards/dearServer.ts'), now, brokenRounds))
    const caught = dear.filter(({ ratio }) => ratio > target)
    return [
      ...found.map((row): Row => ({ ...row, ratio: row.ratio.toFixed(3), target: `<= ${target}`, holds: row.ratio <= target })),
      { what: `figures that find out a server with one more statement for each, of ${dear.length}`, ours: String(caught.length), target: 'at least half', holds: caught.length * 2 >= dear.length },
    ]
  })
}
