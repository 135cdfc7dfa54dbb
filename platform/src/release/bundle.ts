import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { build } from 'esbuild'
import type { Metafile, Plugin } from 'esbuild'
import { root } from '../disk/paths'

/** The commands of a release by the folder that they run from, and the source of each. */
const programs: Record<'server' | 'platform' | 'bridge', Record<string, string>> = {
  server: {
    settings: 'server/src/ground/process/settings.cli.ts',
    main: 'server/src/main.ts',
    doctor: 'server/src/doctor/doctor.cli.ts',
    backup: 'server/src/backup/backup.cli.ts',
    restore: 'server/src/backup/restore.cli.ts',
    catalogue: 'server/src/core/catalogue/catalogue.cli.ts',
    provider: 'server/src/edges/devices/provider.cli.ts',
    operators: 'server/src/core/accounts/operators.cli.ts',
    review: 'server/src/edges/platform/review.cli.ts',
    leaderboards: 'server/src/core/games/leaderboards/leaderboards.cli.ts',
    unpair: 'server/src/edges/devices/unpair.cli.ts',
    export: 'server/src/edges/pages/export.cli.ts',
  },
  platform: { remotes: 'platform/src/remotes.cli.ts', deliver: 'platform/src/release/deliver.cli.ts' },
  // Those that the first one loads stand beside it, so that what they load of others comes along.
  bridge: {
    bridge: 'bridge/src/bridge.cli.ts',
    mpf: 'bridge/src/mpf.cli.ts',
    vector: 'bridge/src/vector/vector.cli.ts',
    event: 'bridge/src/events/event.cli.ts',
    matchplay: 'bridge/src/events/matchplay.cli.ts',
  },
}

/** Sentences name commands as npm runs them; in a release they are typed differently. */
const asTyped: Plugin = {
  name: 'commands-as-typed',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/(?:server|platform|bridge)\/src\/.*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8'))
        .replaceAll('npm run build', 'multiball start')
        .replaceAll(/npm run bridge:(\w+)(?: --(?= ))?/g, 'multiball bridge $1')
        .replaceAll(/npm run ([\w:]+)(?: --(?= ))?/g, 'multiball $1'),
      loader: 'ts',
    })),
}

interface Form {
  /** the folder in `server` and `platform` that they lie in */
  inside: string
  plugins: Plugin[]
}

const released: Form = { inside: 'lib', plugins: [asTyped] }
/** As they are in the checkout, for a run of tests that starts them again and again. */
export const forTests: Form = { inside: 'dist', plugins: [] }

/**
 * Writes the programs of a release as plain JavaScript: our own sources together, packages of others beside them. The files
 * lie one folder below `server`, `platform` and `bridge`, as the sources do, so that paths in them hold.
 * @returns what each folder's programs load of others when they start
 */
export async function bundlePrograms(
  target: string,
  { inside, plugins }: Form = released,
): Promise<Record<keyof typeof programs, string[]>> {
  const bundled = async (folder: keyof typeof programs) => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: programs[folder],
      outdir: path.join(target, folder, inside),
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      chunkNames: '[name]-[hash]',
      packages: 'external',
      alias: sourcesOfRooms(),
      plugins,
      metafile: true,
      logLevel: 'warning',
    })
    return othersIn(metafile)
  }
  return { server: await bundled('server'), platform: await bundled('platform'), bridge: await bundled('bridge') }
}

const isProgram = (source: string) => Object.values(programs).some((entries) => Object.values(entries).includes(source))

/** Where the rooms of `shared`, `platform` and `server` stand that programs import by name: Node.js does not read their sources. */
const sourcesOfRooms = () =>
  Object.fromEntries(
    ['shared', 'platform', 'server'].flatMap((folder) => {
      const { exports } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as {
        exports: Record<string, unknown>
      }
      return Object.entries(exports).flatMap(([room, source]) =>
        typeof source === 'string' ? [[`@multiball/${folder}${room.slice(1)}`, path.join(root, folder, source)]] : [],
      )
    }),
  ) as Record<string, string>

/** The packages that programs load when they start. What they load only to publish or to open pages needs the sources anyway. */
function othersIn({ outputs }: Metafile): string[] {
  const files = new Set(Object.keys(outputs).filter((file) => isProgram(outputs[file]!.entryPoint ?? '')))
  const packages = new Set<string>()
  for (const file of files) {
    for (const { kind, external, path: from } of outputs[file]!.imports) {
      if (kind !== 'import-statement') continue
      if (!external) files.add(from)
      else if (!isBuiltin(from))
        packages.add(
          from
            .split('/')
            .slice(0, from.startsWith('@') ? 2 : 1)
            .join('/'),
        )
    }
  }
  return [...packages]
}
