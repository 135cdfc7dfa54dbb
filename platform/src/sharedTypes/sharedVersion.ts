import path from 'node:path'
import { platformFolder, root } from '../disk/paths'
import { ChangeRefused } from '../command/refused'
import { plainRooms } from '../webpack/singletons'
import { compareTypes, type Comparison } from './compareTypes'
import { readDeclarations, readReleased, writeReleased, declareShared, type Declarations } from './declarations'
import { writeVersion, describeChange, honest } from './writeVersion'

/** No page has them for others: builds bring the plain ones along, and tests the rest. */
const bundled = new Set([...plainRooms.map((room) => path.basename(room)), 'testing'])

interface SharedChange {
  released: Declarations
  now: Declarations
  comparison: Comparison
}

/** Compares the public types of shared's sources with those that its version promises. @throws ChangeRefused when the sources do not compile */
function change(isDeclared = false): SharedChange {
  if (!isDeclared) declareShared()
  const released = readReleased(platformFolder)
  const now = readDeclarations(path.join(root, 'shared'))
  const comparison = compareTypes(released, now, path.join(root, 'shared/compared'), bundled)
  return { released, now, comparison }
}

/**
 * Holds that shared's version says what its types are: that of the last release has the types of the last release, and a
 * change comes with a release of its own.
 * @param isDeclared true where the declarations of its sources have just been written, all of them
 * @throws ChangeRefused with what changed, and the command that mends it
 */
export function checkSharedVersion(say: (line: string) => void, isDeclared = false): void {
  const { released, now, comparison } = change(isDeclared)
  if (comparison.level === 'patch' && now.version === released.version)
    return say(`The types of shared are those of ${now.version}.`)
  const next = honest(released.version, now.version, comparison.level)
  throw new ChangeRefused(
    [
      `The types of shared are not those of ${released.version} any more.`,
      ...describeChange(comparison),
      `Keep what was there, or release it as ${next}: npm run shared -- release`,
    ].join('\n'),
  )
}

/** Gives shared the version that its types ask for, wherever that is written, and keeps the types as those of this version. */
export function releaseShared(say: (line: string) => void): void {
  const { released, now, comparison } = change()
  if (comparison.level === 'patch' && now.version === released.version)
    return say(`Nothing in the types of shared changed since ${now.version}.`)
  const version = honest(released.version, now.version, comparison.level)
  for (const line of [...describeChange(comparison), ...writeVersion(root, version)]) say(line)
  writeReleased(platformFolder, { ...now, version })
  say(`shared is ${version}. Commit all of it with the change.`)
}
