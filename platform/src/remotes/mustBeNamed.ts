import type { Registry } from '@multiball/shared/schema'
import { ChangeRefused } from '../command/refused'
import { partOf } from '../registry/registryFile'

/** The commands that change one part, and whether the shell and the embed are such parts. */
const ofOnePart: Record<string, boolean> = { promote: true, rollback: true, enable: false, disable: false }

/** @throws ChangeRefused where a command lacks the name of the part that it changes, or the version that the part is to run */
export function mustBeNamed(read: () => Registry, command: string, name: string, version: string): void {
  if (!Object.hasOwn(ofOnePart, command)) return
  if (!name) {
    const { shell, embed, remotes } = read()
    const pages = ofOnePart[command] ? [...(shell ? ['shell'] : []), ...(embed ? ['embed'] : [])] : []
    throw new ChangeRefused(
      `${command} needs a name: npm run remotes -- ${command} NAME. Published: ${[...pages, ...Object.keys(remotes)].join(', ') || 'none'}`,
    )
  }
  const part = command === 'promote' && !version ? partOf(read(), name) : undefined
  if (part)
    throw new ChangeRefused(
      `Say which version of ${name} to promote: npm run remotes -- promote ${name} VERSION. Known: ${Object.keys(part.versions).join(', ')}`,
    )
}

/** How many words each command takes. */
const mostWords: Record<string, number> = {
  list: 0,
  publish: 1,
  promote: 2,
  rollback: 1,
  history: 1,
  disable: 1,
  enable: 1,
  check: 2,
  errors: 2,
  version: 1,
  prune: 0,
  export: 1,
  create: 1,
}

/** The options that each command takes; the others take none. */
const optionsOf: Record<string, string[]> = {
  publish: ['percent'],
  promote: ['percent'],
  history: ['most'],
  check: ['files'],
  errors: ['most', 'visits'],
  prune: ['days'],
  create: ['board-type'],
}

/** @throws ChangeRefused for a word or an option too many: it was meant to say something, such as the share of a canary or the version to go back to */
export function mustTakeAll(command: string, words: readonly string[], options: readonly string[] = []): void {
  if (!Object.hasOwn(mostWords, command)) return
  const option = options.find((one) => !(optionsOf[command] ?? []).includes(one))
  const extra = option === undefined ? words[mostWords[command]!] : `--${option}`
  if (extra === undefined) return
  const instead: Record<string, string> = {
    promote: ' A share of the visitors is --percent N.',
    rollback: ' It takes back what came last; to choose a version: npm run remotes -- promote NAME VERSION',
  }
  throw new ChangeRefused(
    `${command} does not take ${extra}, and nothing was done.${instead[command] ?? (option === undefined ? ' Run it once for each.' : '')}`,
  )
}
