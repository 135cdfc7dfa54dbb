import { containerName } from '@multiball/shared/schema'
import webpack, { type Configuration } from 'webpack'
import { BuildRecordPlugin } from './BuildRecordPlugin'
import type { Build } from './build'
import { commonConfiguration } from './configuration'
import { writePageEntry } from './pageEntry'
import { ScriptPathPlugin } from './ScriptPathPlugin'

interface PageOptions {
  host?: string
  givenReact?: string
}

/** What the plugin defines in builds with `experiments.optimization: { target: 'web', disableSnapshot: true }`, as remotes have it. */
const runtimeOptions = {
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
  FEDERATION_OPTIMIZE_NO_REMOTE: false,
  FEDERATION_OPTIMIZE_NO_SHARED: false,
  ENV_TARGET: JSON.stringify('web'),
}

/**
 * The webpack configuration of a page. Like any bundle it knows nothing of federation but its first modules, which give
 * remotes what they share with it: so webpack drops what nobody uses, and merges modules.
 */
export function pageConfiguration(
  build: Build,
  { host = containerName(build.name), givenReact }: PageOptions = {},
): Configuration {
  const { name, version, manifest } = build
  const { entry, alias } = writePageEntry(build, { host, givenReact })
  // What a remote of the same folder has been built into lies there already, with chunks of the same names.
  const { plugins = [], output, resolve, ...common } = commonConfiguration(build, 'page-')
  return {
    ...common,
    // What walls and forms both show is a file of its own from this size on (bytes), in place of a copy in each.
    optimization: { ...common.optimization, splitChunks: { minSize: 13_000 } },
    name: `${name}-page`,
    entry: { page: entry },
    output: { ...output, uniqueName: `${name}-page@${version}`, clean: !manifest },
    resolve: { ...resolve, alias: { ...(resolve?.alias as object), ...alias } },
    plugins: [
      ...plugins,
      new ScriptPathPlugin(),
      new webpack.DefinePlugin(runtimeOptions),
      new BuildRecordPlugin({ version }),
    ],
  }
}
