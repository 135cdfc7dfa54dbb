import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { configuration } from '@multiball/platform/webpack'
import webpack, { type Configuration } from 'webpack'

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * The viewer and the scoreboard display as ordinary applications are built: one bundle from the same sources, without
 * federation. Only the room that loads remotes is replaced, by one that imports the display.
 * @returns the folder, its scripts and styles
 */
export async function buildOneBundle() {
  const output = mkdtempSync(path.join(tmpdir(), 'multiball-one-bundle-'))
  const federated = configuration({ folder: path.join(root, 'mf-viewer'), name: 'one-bundle', version: '0.0.0', page: { entry: './src/page.tsx', provides: [] } })
  const single: Configuration = {
    ...federated,
    entry: { page: './src/page.tsx' },
    output: { ...federated.output, path: output, publicPath: '/one/' },
    resolve: { ...federated.resolve, alias: { ...(federated.resolve?.alias as object), '@multiball/shared/remotes$': path.join(import.meta.dirname, 'bundledRemotes.ts') } },
    optimization: { ...federated.optimization, splitChunks: false },
    plugins: federated.plugins?.filter((plugin) => !['ModuleFederationPlugin', 'BuildRecordPlugin'].includes(plugin?.constructor.name ?? '')),
    cache: false,
  }
  await new Promise<void>((resolve, reject) => {
    webpack(single, (error, stats) => (error ?? stats?.hasErrors() ? reject(error ?? new Error(stats!.toString('errors-only'))) : resolve()))
  })
  const files = readdirSync(output)
  return { folder: output, scripts: files.filter((file) => file.endsWith('.js')), styles: files.filter((file) => file.endsWith('.css')) }
}
