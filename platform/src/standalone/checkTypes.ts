import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { RemoteManifest } from '@multiball/shared/schema'
import { cacheFolder, isWorkspace } from '../disk/paths'
import { readManifest } from '../webpack/manifest'
import { sharedFolder } from '../webpack/singletons'

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** Checks the types of one remote; what is wrong is printed, and makes the process fail. */
export function checkTypes(folder: string): void {
  const check = (...args: string[]) => {
    const { status } = spawnSync(process.execPath, [tsc, ...args], { cwd: folder, stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
  if (isWorkspace) return check('-b', folder)

  const place = path.join(cacheFolder, 'contract')
  mkdirSync(place, { recursive: true })
  writeFileSync(path.join(place, 'contract.ts'), boardContract(folder, readManifest(folder), sharedFolder))
  // One program for both: the remote's own settings, and one more file.
  writeFileSync(
    path.join(place, 'tsconfig.json'),
    JSON.stringify({
      extends: path.join(folder, 'tsconfig.json'),
      compilerOptions: { rootDir: folder },
      include: [path.join(folder, 'src'), path.join(place, 'contract.ts')],
      exclude: [],
    }),
  )
  check('-p', place)
}

/** A module of TypeScript that does not compile when what a remote exposes does not fit the board contract. */
export function boardContract(folder: string, { exposes, display, routes }: RemoteManifest, shared: string): string {
  const kindOf = (expose: string) =>
    expose === './display' || expose === './commands'
      ? expose
      : routes.some((route) => route.expose === expose)
        ? './routes'
        : undefined
  const lines = Object.entries(exposes).flatMap(([expose, file]) => {
    const kind = kindOf(expose)
    const module = path.join(folder, file).replace(/\.tsx?$/, '')
    return kind
      ? [
          `  '${expose}': (await import('${module}')) satisfies RemoteModules<${display ? `'${display}'` : 'BoardType'}>['${kind}'],`,
        ]
      : []
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
