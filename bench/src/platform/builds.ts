import { rmSync } from 'node:fs'
import path from 'node:path'
import { runFile } from '../stage'
import { copyRemote } from './remoteCopy'

const name = 'mf-bench-scoreboards'
const cache = path.resolve(import.meta.dirname, '../../../node_modules/.cache/multiball', name)

const build = (folder: string) =>
  new Promise<number>((resolve, reject) => {
    const startedMs = performance.now()
    const child = runFile('bench/src/platform/buildOnce.ts', [folder, name])
    let isBuilt = false
    child.on('message', () => (isBuilt = true))
    child.once('exit', () => (isBuilt ? resolve(performance.now() - startedMs) : reject(new Error('The remote could not be built.'))))
  })

/** ms to build mf-scoreboards alone, the process that does it included: without a cache, then with the one that the first build left. */
export async function timeBuilds(): Promise<{ coldMs: number; warmMs: number }> {
  const { folder, remove } = copyRemote()
  try {
    rmSync(cache, { recursive: true, force: true })
    return { coldMs: await build(folder), warmMs: await build(folder) }
  } finally {
    remove()
    rmSync(cache, { recursive: true, force: true })
  }
}
