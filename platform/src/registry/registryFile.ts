import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { emptyRegistry, Registry } from '@multiball/shared/schema'
import { lock } from 'proper-lockfile'
import * as v from 'valibot'
import { withPlace } from '../disk/diskErrors'
import { ChangeRefused } from '../command/refused'
import { changedBy, type KeptRev } from './history'
import { missingFile } from './missingFile'

/** In a deploy folder, beside `r/` with what is served: the source maps of published scripts, which nobody is sent. */
export const mapsName = 'maps'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const fileOf = (folder: string) => path.join(folder, 'registry.json')

const revsOf = (folder: string) => path.join(folder, 'revs')

/** What is read of a deploy folder; undefined where it is not there. @throws ChangeRefused when the folder is a file */
function ifThere<Result>(folder: string, read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (isMissing(error)) return undefined
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR')
      throw new ChangeRefused(`${folder} is not a folder. Set DEPLOY_DIR as the server has it.`)
    throw error
  }
}

/** Numbers of the revisions that were kept, ascending. */
export const keptRevs = (folder: string): number[] =>
  (ifThere(folder, () => readdirSync(revsOf(folder))) ?? [])
    .filter((name) => /^\d+\.json$/.test(name))
    .map((name) => Number.parseInt(name))
    .sort((one, other) => one - other)

/** What to do about a registry that cannot be read, where one was written before. */
function remedy(folder: string): string {
  const newest = keptRevs(folder).findLast((rev) => isRegistry(path.join(revsOf(folder), `${rev}.json`)))
  if (newest === undefined)
    return 'No revision of it that can be read was kept. Move the folder away, and publish again.'
  return `Put its newest kept revision back: cp ${path.join(revsOf(folder), `${newest}.json`)} ${fileOf(folder)}`
}

function isRegistry(file: string): boolean {
  try {
    return v.is(Registry, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return false
  }
}

/** @throws ChangeRefused when the file holds no registry */
function parseRegistry(text: string, file: string, folder: string): Registry {
  const refuse = (reason: string) =>
    new ChangeRefused(`${file} is not a registry that this version can read (${reason}). ${remedy(folder)}`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw refuse((error as Error).message)
  }
  const parsed = v.safeParse(Registry, json)
  if (parsed.success) return parsed.output
  throw refuse(`${v.getDotPath(parsed.issues[0])}: ${parsed.issues[0].message}`)
}

/**
 * The registry of a deploy folder; an empty one where there never was one.
 * @throws ChangeRefused when the file is no registry, or is gone
 */
export function readRegistry(folder: string): Registry {
  const file = fileOf(folder)
  // One that may not be read is not one that is not there.
  const text = ifThere(folder, () => readFileSync(file, 'utf8'))
  if (text !== undefined) return parseRegistry(text, file, folder)
  if (keptRevs(folder).length > 0) throw new ChangeRefused(`${file} is gone. ${remedy(folder)}`)
  return emptyRegistry
}

/** Beside each revision, who wrote it. */
const authorOf = (folder: string, rev: number) => path.join(revsOf(folder), `${rev}.by`)

/** One of the kept revisions. */
function readRev(folder: string, rev: number): KeptRev {
  const file = path.join(revsOf(folder), `${rev}.json`)
  const author = authorOf(folder, rev)
  return {
    registry: parseRegistry(readFileSync(file, 'utf8'), file, folder),
    writtenAtMs: statSync(file).mtimeMs,
    by: existsSync(author) ? readFileSync(author, 'utf8').trim() : undefined,
  }
}

/** The same, but undefined for one that a crash or an older release left unreadable: it stops nobody. */
export function readRevIfWhole(folder: string, rev: number): KeptRev | undefined {
  try {
    return readRev(folder, rev)
  } catch {
    return undefined
  }
}

/** Every revision that was written to this deploy folder and can be read, oldest first. */
export const readRevs = (folder: string): KeptRev[] =>
  keptRevs(folder).flatMap((rev) => readRevIfWhole(folder, rev) ?? [])

/** Another change came first: read again and decide again. */
class StaleRegistry extends Error {
  override readonly name = 'StaleRegistry'
}

/** A lock that is older was left by a process that is gone: a step takes milliseconds. */
const staleMs = 5000

/** Another one has the lock, or took the one that was just made for the stale one that it had found. */
const isTaken = (error: unknown, folder: string) =>
  (error as NodeJS.ErrnoException).code === 'ELOCKED' || (isMissing(error) && existsSync(folder))

/** Holds the folder's lock for one step. */
async function locked(folder: string, step: () => void): Promise<void> {
  const lockfilePath = path.join(folder, 'registry.lock')
  let release: (() => Promise<void>) | undefined
  while (!release) {
    try {
      release = await lock(folder, { lockfilePath, stale: staleMs, onCompromised: () => {} })
    } catch (error) {
      if (!isTaken(error, folder)) throw withPlace(error, lockfilePath)
      await wait(20)
    }
  }
  try {
    step()
  } finally {
    await release()
  }
}

/**
 * Writes each file whole or not at all, in this order, once all are on the disk: one that is full is noticed before the first counts.
 * Our own, and not write-file-atomic: that one takes a file for whole of which a full disk took only a part.
 */
function write(files: readonly (readonly [file: string, text: string])[], onceWritten: () => void): void {
  const draftOf = (file: string) => `${file}.${process.pid}`
  try {
    for (const [file, text] of files) writeFileSync(draftOf(file), text, { flush: true })
    onceWritten()
    for (const [file] of files) renameSync(draftOf(file), file)
  } catch (error) {
    throw withPlace(error, files.at(-1)![0])
  } finally {
    for (const [file] of files) rmSync(draftOf(file), { force: true })
  }
}

/**
 * Writes the registry if no other change was made since `registry` was read; every rev is kept under revs/, with who wrote it.
 * @throws StaleRegistry when one was
 */
async function compareAndSwap(folder: string, registry: Registry, by: string): Promise<void> {
  const mustFollow = () => {
    const { rev } = readRegistry(folder)
    if (rev + 1 !== registry.rev) throw new StaleRegistry(`rev ${registry.rev} does not follow ${rev}`)
  }
  await locked(folder, () => {
    mustFollow()
    const text = `${JSON.stringify(v.parse(Registry, registry), null, 2)}\n`
    mkdirSync(revsOf(folder), { recursive: true })
    // The registry itself last: a change that counts is in the history.
    const files = [
      [authorOf(folder, registry.rev), `${by}\n`],
      [path.join(revsOf(folder), `${registry.rev}.json`), text],
      [fileOf(folder), text],
    ] as const
    // Again, since the lock is taken from a process that was stopped for seconds.
    write(files, mustFollow)
  })
}

/**
 * Applies a change to the newest registry, again whenever another change came first.
 * @param change answers the changed registry; its rev is counted here
 * @param by who makes it, in one line
 */
export async function changeRegistry(
  folder: string,
  change: (registry: Registry) => Registry,
  by = changedBy(),
): Promise<Registry> {
  for (;;) {
    const before = readRegistry(folder)
    const after = { ...change(before), rev: before.rev + 1 }
    mkdirSync(folder, { recursive: true })
    try {
      await compareAndSwap(folder, after, by)
      return after
    } catch (error) {
      if (!(error instanceof StaleRegistry)) throw error
    }
  }
}

/** What remotes, the shell and the embed have in common. */
interface Part {
  active: string
  versions: Record<string, unknown>
  enabled?: boolean
  canary?: { version: string; percent: number }
}

/** What the registry knows of a package: the shell, the embed or a remote; undefined before its first publish. */
export const partOf = ({ shell, embed, remotes }: Registry, name: string): Part | undefined =>
  name === 'shell' ? shell : name === 'embed' ? embed : remotes[name]

/** True when the registry of this deploy folder knows the version and its files are there. */
export function isPublished(deploy: string, name: string, version: string): boolean {
  const record = partOf(readRegistry(deploy), name)?.versions[version]
  return (
    record !== undefined &&
    existsSync(path.join(deploy, 'r', name, version, 'build.json')) &&
    missingFile(deploy, name, version, record) === undefined
  )
}
