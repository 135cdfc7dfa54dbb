import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { emptyRegistry, Registry } from '@multiball/shared/schema'
import * as v from 'valibot'
import type { Rev } from './prunable'

const fileOf = (folder: string) => path.join(folder, 'registry.json')

/**
 * The registry of a deploy folder; an empty one where there is none yet.
 * @throws when the file is no registry
 */
export function readRegistry(folder: string): Registry {
  const file = fileOf(folder)
  if (!existsSync(file)) return emptyRegistry
  const parsed = v.safeParse(Registry, JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.output
  throw new Error(`${file} is no registry that this version reads (${v.getDotPath(parsed.issues[0])}: ${parsed.issues[0].message}). Remove ${folder} to build it anew.`)
}

/** Every revision that was written to this deploy folder, oldest first. */
export function readRevs(folder: string): Rev[] {
  const revs = path.join(folder, 'revs')
  if (!existsSync(revs)) return []
  return readdirSync(revs)
    .filter((name) => /^\d+\.json$/.test(name))
    .sort((one, other) => Number.parseInt(one) - Number.parseInt(other))
    .map((name) => path.join(revs, name))
    .map((file) => ({ registry: v.parse(Registry, JSON.parse(readFileSync(file, 'utf8'))), writtenAtMs: statSync(file).mtimeMs }))
}

/** Another change came first: read again and decide again. */
export class StaleRegistry extends Error {
  override readonly name = 'StaleRegistry'
}

/** Holds the folder's lock for one step; a folder is made by one process only, and a stale one is taken over. */
async function locked<Result>(folder: string, step: () => Result): Promise<Result> {
  const lock = path.join(folder, 'registry.lock')
  const patienceMs = 5000
  for (let waitedMs = 0; ; waitedMs += 20) {
    try {
      await mkdir(lock)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (waitedMs >= patienceMs) await rmdir(lock).catch(() => undefined)
      await wait(20)
    }
  }
  try {
    return step()
  } finally {
    await rmdir(lock)
  }
}

/**
 * Writes the registry if nobody else has since `registry` was read; every rev is kept under revs/.
 * @throws StaleRegistry when somebody has
 */
async function compareAndSwap(folder: string, registry: Registry): Promise<void> {
  await locked(folder, () => {
    const { rev } = readRegistry(folder)
    if (rev + 1 !== registry.rev) throw new StaleRegistry(`rev ${registry.rev} does not follow ${rev}`)
    const text = `${JSON.stringify(v.parse(Registry, registry), null, 2)}\n`
    mkdirSync(path.join(folder, 'revs'), { recursive: true })
    writeFileSync(path.join(folder, 'revs', `${registry.rev}.json`), text)
    const draft = `${fileOf(folder)}.${process.pid}`
    writeFileSync(draft, text)
    renameSync(draft, fileOf(folder))
  })
}

/**
 * Applies a change to the newest registry, again whenever another change came first.
 * @param change answers the changed registry; its rev is counted here
 */
export async function changeRegistry(folder: string, change: (registry: Registry) => Registry): Promise<Registry> {
  mkdirSync(folder, { recursive: true })
  for (;;) {
    const before = readRegistry(folder)
    const after = { ...change(before), rev: before.rev + 1 }
    try {
      await compareAndSwap(folder, after)
      return after
    } catch (error) {
      if (!(error instanceof StaleRegistry)) throw error
    }
  }
}
