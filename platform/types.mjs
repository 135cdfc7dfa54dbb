// npm run types: checks the types of every package, then that each remote's modules fit the board contract. A remote
// needs no line in any list for it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, root } from './ensure.mjs'

ensureInstalled({ dev: true })
const remotes = readdirSync(root).filter(
  (name) => name.startsWith('mf-') && existsSync(path.join(root, name, 'tsconfig.json')),
)

// The native compiler: a quarter of the time. Lint and webpack still need the one that is written in JavaScript.
const tsc = (...args) => {
  const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules/typescript-native/bin/tsc'), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}

tsc('-b', '.', ...remotes)

/** What the declarations of a remote's exposes have to be, as lines of TypeScript. */
function contractOf(remote) {
  const manifest = path.join(root, remote, 'remote.json')
  if (!existsSync(manifest)) return []
  const { exposes, display, routes } = JSON.parse(readFileSync(manifest, 'utf8'))
  const kindOf = (expose) =>
    expose === './display' ? expose : routes.some((route) => route.expose === expose) ? './routes' : undefined
  return Object.entries(exposes)
    .filter(([expose]) => kindOf(expose))
    .map(([expose, file]) => {
      const declarations = path.join(root, remote, '.types', file).replace(/\.tsx?$/, '')
      return `'${remote} ${expose}': (await import('${declarations}')) satisfies RemoteModules<${display ? `'${display}'` : 'BoardType'}>['${kindOf(expose)}'],`
    })
}

const folder = path.join(root, 'node_modules/.cache/multiball/contract')
mkdirSync(folder, { recursive: true })
writeFileSync(
  path.join(folder, 'contract.ts'),
  [
    `import type { RemoteModules } from '${path.join(root, 'shared/.types/src/testing/contract/modules')}'`,
    `import type { BoardType } from '${path.join(root, 'shared/.types/src/schema/boards/board')}'`,
    'export const contract = {',
    ...remotes.flatMap(contractOf).map((line) => `  ${line}`),
    '}',
    'export type Unused = BoardType',
    '',
  ].join('\n'),
)
writeFileSync(
  path.join(folder, 'tsconfig.json'),
  JSON.stringify({
    extends: path.join(root, 'tsconfig.base.json'),
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
      rootDir: root,
      paths: { '@multiball/shared/*': [path.join(root, 'shared/.types/src/*/index.d.ts')] },
    },
    files: ['contract.ts', path.join(root, 'platform/types/css.d.ts')],
  }),
)
tsc('-p', folder)
