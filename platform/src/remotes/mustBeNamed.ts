import type { Registry } from '@multiball/shared/schema'
import { ChangeRefused } from '../registry/refused'
import { partOf } from '../registry/registryFile'

/** The commands that change one part, and whether the shell and the embed are such parts. */
const ofOnePart: Record<string, boolean> = { promote: true, rollback: true, enable: false, disable: false }

/** @throws ChangeRefused where a command lacks the name of the part that it changes, or the version that the part is to run */
export function mustBeNamed(read: () => Registry, command: string, name: string, version: string): void {
  if (!Object.hasOwn(ofOnePart, command)) return
  if (!name) {
    const { shell, embed, remotes } = read()
    const pages = ofOnePart[command] ? [...(shell ? ['shell'] : []), ...(embed ? ['embed'] : [])] : []
    throw new ChangeRefused(`${command} needs a name: npm run remotes -- ${command} NAME. Published: ${[...pages, ...Object.keys(remotes)].join(', ') || 'none'}`)
  }
  const part = command === 'promote' && !version ? partOf(read(), name) : undefined
  if (part) throw new ChangeRefused(`Say which version of ${name} to promote: npm run remotes -- promote ${name} VERSION. Known: ${Object.keys(part.versions).join(', ')}`)
}
