import { besideRelease } from '../besideRelease'
import type { Row } from '../table'
import { startSide } from './boardsStage'
import { compareBoards, rowsOf } from './comparison'

const rounds = 20
const target = 1.05
/** Enough to expose a server that is slower on purpose. */
const brokenRounds = 4

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
    const found = rowsOf(await compareBoards({ ours: now, old: before }, rounds))
    const dear = rowsOf(
      await compareBoards({ ours: await sideOf(ours, 'bench/src/boards/dearServer.ts'), old: now }, brokenRounds),
    )
    const caught = dear.filter(({ ratio }) => ratio > target)
    return [
      ...found.map((row): Row => ({
        ...row,
        ratio: row.ratio.toFixed(3),
        target: `<= ${target}`,
        holds: row.ratio <= target,
      })),
      {
        what: `figures that find out a server with one more statement for each, of ${dear.length}`,
        ours: String(caught.length),
        target: 'at least half',
        holds: caught.length * 2 >= dear.length,
      },
    ]
  })
}
