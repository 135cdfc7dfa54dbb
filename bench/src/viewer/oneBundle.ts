import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { configuration } from '@multiball/platform/webpack'
import webpack, { type Configuration } from 'webpack'

interface OneBundleOptions {
  /** stands in for the room that loads remotes */
  remotes: string
  /** files of the sources that another file stands in for */
  instead?: Record<string, string>
}

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * The viewer and its displays as ordinary applications are built: one bundle from the same sources, without federation.
 * Only the room that loads remotes is replaced, by one that imports the displays.
 * @returns the folder, and the scripts and styles that the page begins with; what it loads later lies beside them
 */
export async function buildOneBundle({ remotes, instead = {} }: OneBundleOptions) {
  const output = mkdtempSync(path.join(tmpdir(), 'multiball-one-bundle-'))
  const federated = configuration({ folder: path.join(root, 'mf-viewer'), name: 'one-bundle', version: '0.0.0', page: { entry: './src/page.tsx', provides: [] } })
  const single: Configuration = {
    ...federated,
    // The room that brings the faces is not imported as a whole here, so it would leave them out.
    entry: { page: [path.join(root, 'shared/src/display/fonts.css'), './src/page.tsx'] },
    output: { ...federated.output, path: output, publicPath: '/one/' },
    resolve: { ...federated.resolve, alias: { ...(federated.resolve?.alias as object), '@multiball/shared/remotes$': remotes } },
    optimization: { ...federated.optimization, splitChunks: false },
    plugins: [
      ...(federated.plugins?.filter((plugin) => !['ModuleFederationPlugin', 'BuildRecordPlugin'].includes(plugin?.constructor.name ?? '')) ?? []),
      ...Object.entries(instead).map(
        ([file, other]) =>
          new webpack.NormalModuleReplacementPlugin(new RegExp(`/${path.basename(file, path.extname(file))}$`), (resource: { context: string; request: string }) => {
            if (path.resolve(resource.context, resource.request) === path.resolve(root, file).replace(/\.tsx?$/, '')) resource.request = other
          }),
      ),
    ],
    cache: false,
  }
  const files = await new Promise<string[]>((resolve, reject) => {
    webpack(single, (error, stats) => (error ?? stats?.hasErrors() ? reject(error ?? new Error(stats!.toString('errors-only'))) : resolve([...stats!.compilation.entrypoints.get('page')!.getFiles()])))
  })
  return { folder: output, scripts: files.filter((file) => file.endsWith('.js')), styles: files.filter((file) => file.endsWith('.css')) }
}
