import path from 'node:path'
import type { RemoteManifest } from '@multiball/shared/schema'

/** A module of TypeScript that does not compile when what a remote exposes does not fit the board contract. */
export function boardContract(folder: string, { exposes, display, routes }: RemoteManifest, shared: string): string {
  const kindOf = (expose: string) => (expose === './display' ? expose : routes.some((route) => route.expose === expose) ? './routes' : undefined)
  const lines = Object.entries(exposes).flatMap(([expose, file]) => {
    const kind = kindOf(expose)
    const module = path.join(folder, file).replace(/\.tsx?$/, '')
    return kind ? [`  '${expose}': (await import('${module}')) satisfies RemoteModules<${display ? `'${display}'` : 'BoardType'}>['${kind}'],`] : []
  })
  return [
    `import type { RemoteModules } from '${shared}/.types/src/testing/contract/modules'`,
    `import type { BoardType } from '@multiball/shared/schema'`,
    'export const contract = {',
    ...lines,
    '}',
    'export type Unused = BoardType',
    '',
  ].join('\n')
}
