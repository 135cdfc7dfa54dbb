import path from 'node:path'
import { platformFolder, root } from '../paths'
import { ChangeRefused } from '../registry/changes'
import { compareTypes } from './compareTypes'
import { readDeclarations, readReleased } from './declarations'
import { verdict } from './verdict'

/**
 * Compares the public types of shared with those that were released last, from the declarations that `npm run types` wrote.
 * @throws ChangeRefused when its version says less than what changed
 */
export function checkSharedTypes(say: (line: string) => void): void {
  const released = readReleased(platformFolder)
  if (!released) return say('No types of shared were released yet: npm run pack keeps them.')
  const now = readDeclarations(path.join(root, 'shared'))
  const { isHonest, lines } = verdict(released.version, now.version, compareTypes(released, now, path.join(root, 'shared/compared')))
  if (!isHonest) throw new ChangeRefused(lines.join('\n'))
  for (const line of lines) say(line)
}
