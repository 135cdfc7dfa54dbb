import path from 'node:path'
import { startTestPostgres } from '../../../server/src/testing/postgres'
import { releaseIn } from '../../../server/src/testing/release'
import { compareBoards, rowsOf } from '../boards/comparison'
import { compareFanOut } from '../live/watched'
import type { Row } from '../table'
import { startTypesStage, type TypesStage } from './typesStage'

const root = path.resolve(import.meta.dirname, '../../..')

const types = 100
const boards = 100
const sockets = 300
const rounds = 20
const target = 1.05
/** Enough to expose a server that compiles them for each call. */
const typesToCompile = 10

/** The lives of the scoreboards and their lists, of one that knows types and of one without. */
const compare = (ours: TypesStage, old: TypesStage, count: number, warmUp?: number) =>
  compareBoards({ ours: ours.watched.side, old: old.watched.side }, count, {
    warmUp,
    samples: ours.watched.side.samples.slice(0, 1),
  })

/**
 * A server that knows many board types of remotes, with many boards of each, beside the same one without; and what finds out
 * one that compiles them for each call.
 * @param which `same`: their boards show the machines of the measured scoreboards, and not others
 */
export async function run(which?: string): Promise<Row[]> {
  const isSame = which === 'same'
  // A server refuses one that could lose scores.
  const postgres = await startTestPostgres({})
  const endings: (() => unknown)[] = [postgres.close]
  const start = async (main?: string) => {
    const stage = await startTypesStage(postgres, releaseIn(root), sockets, main)
    endings.unshift(stage.stop)
    return stage
  }
  try {
    const old = await start()
    const ours = await start()
    const { firstMs, slowestMs, oneMoreMs, bytes } = await ours.addTypes(types, boards, isSame)
    const found = rowsOf(await compare(ours, old, rounds))
    const fanOut = await compareFanOut({ ours: ours.watched, old: old.watched }, target)
    const compiling = await start('bench/src/types/compilingServer.ts')
    await compiling.addTypes(typesToCompile, 1, isSame)
    const dear = rowsOf(await compare(compiling, old, 1, 0))
    const caught = dear.filter(({ ratio }) => ratio > target)
    return [
      ...found.map((row): Row => ({
        ...row,
        ratio: row.ratio.toFixed(3),
        target: `<= ${target}`,
        holds: row.ratio <= target,
      })),
      ...fanOut,
      {
        what: `from the registry with ${types} new types to the answer of the last one`,
        ours: `${firstMs.toFixed(0)} ms`,
      },
      { what: 'slowest bootstrap of a scoreboard meanwhile', ours: `${slowestMs.toFixed(0)} ms` },
      { what: 'from the registry with one type more to its first answer', ours: `${oneMoreMs.toFixed(0)} ms` },
      { what: 'memory of a type', ours: `${(bytes / types / 1024).toFixed(0)} KiB` },
      {
        what: `figures that find out a server that compiles ${typesToCompile} of them for each call, of ${dear.length}`,
        ours: String(caught.length),
        target: 'at least half',
        holds: caught.length * 2 >= dear.length,
      },
    ]
  } finally {
    for (const end of endings) await end()
  }
}
