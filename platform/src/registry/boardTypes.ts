import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { PublishedBoardType, Registry, Remote, RemoteVersion } from '@multiball/shared/schema'
import { integrityOf } from '../disk/fileHashes'
import type { Schema } from '../settings/convertSettings'
import { ChangeRefused } from '../command/refused'
import { afterChanges, compareSettings } from './compareSettings'

/* What a board type from a remote may be beside those that are published, and after its own versions before. */

const typesOf = ({ versions }: Remote) => Object.values(versions).flatMap(({ boardType }) => boardType ?? [])

/** @throws ChangeRefused where another remote has its name or path */
function holdNames({ remotes }: Registry, remote: string, { name, path }: PublishedBoardType): void {
  for (const [other, entry] of Object.entries(remotes)) {
    if (other === remote) continue
    const displays = Object.values(entry.versions).map(({ display }) => display)
    if (displays.includes(name))
      throw new ChangeRefused(`The board type ${name} is that of ${other}. Give yours another name in remote.json.`)
    if (typesOf(entry).some((type) => type.path === path))
      throw new ChangeRefused(`/viewer/${path} belongs to ${other}. Choose another "path" in remote.json.`)
  }
}

/** @throws ChangeRefused where it was another type before, or ships another change under the number of one that is published */
function holdToPast(
  { name, path, changes }: PublishedBoardType,
  before: readonly PublishedBoardType[],
  next: number,
): void {
  for (const past of before) {
    if (past.name !== name || past.path !== path) {
      throw new ChangeRefused(
        `It was published as the board type ${past.name} at /viewer/${past.path}, which its boards and their addresses stand for. Keep both, or make a remote of its own for ${name}.`,
      )
    }
    const step = Object.keys(past.changes).find((one) => !isDeepStrictEqual(past.changes[one], changes[one]))
    if (step !== undefined)
      throw new ChangeRefused(
        `The changes of version ${step} are published, and boards have them. Keep them in "changes" as they were, and ship new ones as version ${next}.`,
      )
  }
}

/**
 * @param otherwise what else can be done than what is always said, as the rest of a sentence
 * @throws ChangeRefused where boards that pass settings that run may not pass its own
 */
function holdStoredBoards(
  type: PublishedBoardType,
  running: PublishedBoardType,
  next: number,
  schemaOf: (type: PublishedBoardType) => Schema,
  otherwise = '',
): void {
  const { name, version, changes } = type
  if (version < running.version)
    throw new ChangeRefused(
      `Version ${running.version} of the settings of ${name} runs, and this is ${version}. "version" in remote.json only counts up; to go back: npm run remotes -- rollback.`,
    )
  const steps = Object.keys(changes)
    .map(Number)
    .filter((step) => step > running.version)
    .sort((one, other) => one - other)
  const problems = compareSettings(
    afterChanges(
      schemaOf(running),
      steps.flatMap((step) => changes[step]!),
    ),
    schemaOf(type),
  )
  if (problems.length === 0) return
  throw new ChangeRefused(`Stored boards of ${name} may not pass the new settings${steps.length > 0 ? ', not even with the changes that are shipped' : ''}:
${problems.map((problem) => `  ${problem}`).join('\n')}
Take what was taken until now, or ship the change in remote.json: "version": ${next}, "changes": { "${next}": [ … ] } with rename, default and drop${otherwise}. See docs/shipping.md.`)
}

/**
 * Checks the board type of a version that is about to be published, if it brings one, against what is published.
 * @param schemaOf the settings of a published version, or of this one
 * @throws ChangeRefused with what to do
 */
export function holdBoardType(
  registry: Registry,
  remote: string,
  { boardType }: RemoteVersion,
  schemaOf: (type: PublishedBoardType) => Schema,
): void {
  if (!boardType) return
  holdNames(registry, remote, boardType)
  const own = registry.remotes[remote]
  if (!own) return
  const before = typesOf(own)
  const next = Math.max(0, ...before.map(({ version }) => version)) + 1
  holdToPast(boardType, before, next)
  const typeOf = (version: string | undefined) => (version === undefined ? undefined : own.versions[version]?.boardType)
  const running = typeOf(own.active) ?? typeOf(own.lastGood)
  const canary = typeOf(own.canary?.version)
  if (running) holdStoredBoards(boardType, running, next, schemaOf)
  if (canary)
    holdStoredBoards(boardType, canary, next, schemaOf, ', or take the canary back first: npm run remotes -- rollback')
}

/**
 * The settings of a board type as they were published.
 * @param placeOf where the file of an address lies
 * @throws ChangeRefused when it is not there, or is another one
 */
export function readSettings(
  { name, settings: { src, integrity } }: PublishedBoardType,
  placeOf: (src: string) => string,
): Schema {
  const file = placeOf(src)
  const bytes = existsSync(file) ? readFileSync(file) : undefined
  if (bytes && integrityOf(bytes) === integrity) return JSON.parse(bytes.toString('utf8')) as Schema
  const remote = path.basename(path.dirname(path.dirname(src)))
  throw new ChangeRefused(
    `${src}, the settings of the board type ${name}, ${bytes ? 'is not the file that was published' : 'is missing'}. Put it back, or take the version back: npm run remotes -- rollback ${remote}`,
  )
}
