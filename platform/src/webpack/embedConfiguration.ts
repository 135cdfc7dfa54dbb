import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { containerName } from '@multiball/shared/schema'
import webpack, { type Configuration } from 'webpack'
import type { Build } from './build'
import { ChunkGuardPlugin } from './ChunkGuardPlugin'
import { commonConfiguration, minimizer } from './configuration'
import { pageConfiguration } from './pageConfiguration'
import { provided } from './singletons'

/** A file with the hash that a page must demand of it. */
export interface PinnedFile {
  src: string
  integrity: string
}

/** What the two modules of partners know of the build that they start. */
export interface InsideFiles {
  version: string
  script: PinnedFile
  styles: PinnedFile[]
}

/**
 * Asks browsers to compile a file whole, while it is loaded and beside the page's main thread; otherwise each function is
 * compiled there when it is first called.
 */
const compileAhead = new webpack.BannerPlugin({
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  test: /\.js$/,
  // After the minimizer, which drops comments.
  stage: webpack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE,
})

/**
 * The federation host in pages of partners: one script with all that a board needs, because there no HTML of ours can
 * name chunks, and each chunk would be found one round of requests later.
 */
export function insideConfiguration(build: Build): Configuration {
  const { folder, name, version } = build
  const {
    plugins = [],
    optimization,
    ...page
  } = pageConfiguration(build, {
    // Instances of a page are found by name: this one must be nobody else's.
    host: `multiball_${containerName(name)}_${version.replaceAll(/\W/g, '_')}`,
    givenReact: path.join(folder, 'src/inside/partnerReact.ts'),
  })
  return {
    ...page,
    optimization: { ...optimization, splitChunks: false },
    plugins: [
      ...plugins,
      compileAhead,
      new webpack.DefinePlugin({ SHARED_VERSION: JSON.stringify(provided().shared) }),
    ],
  }
}

/** The two ES modules that partners name in their pages, each alone in its file. They know the inside by `inside`. */
export function loadersConfiguration({ folder, version }: Build, inside: InsideFiles): Configuration {
  const { module: { rules = [] } = {}, resolve } = commonConfiguration({ folder, name: 'embed-loaders', version })
  return {
    name: 'embed-loaders',
    mode: 'production',
    target: ['web', 'es2021'],
    context: folder,
    entry: { board: './src/board.ts', host: './src/host.ts' },
    devtool: false,
    experiments: { outputModule: true },
    output: {
      path: path.join(folder, 'dist'),
      filename: '[name].js',
      module: true,
      library: { type: 'module' },
      clean: false,
    },
    resolve,
    module: {
      rules,
      // The address that the module really came from, which tells where the rest is.
      parser: { javascript: { importMeta: false } },
    },
    optimization: { minimizer: [minimizer()] },
    cache: false,
    plugins: [compileAhead, new webpack.DefinePlugin({ INSIDE: JSON.stringify(inside) })],
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    performance: { hints: false },
  }
}

const exposed = ['mount', 'scoreboard', 'leaderboard', 'comboboard', 'slideshow', 'streamboard']

/** Taken from the surrounding application, whatever it is: boards bring their own React where its version does not fit. */
const theirReact = { singleton: true, import: false, requiredVersion: '>=16.8.0', strictVersion: true } as const

/**
 * The remote for applications of partners that have a module federation: unlike our own remotes it brings the federation
 * runtime along. What it exposes starts the script inside, as the two modules do.
 */
export function federatedConfiguration({ folder, version }: Build, inside: InsideFiles): Configuration {
  const { plugins: _plugins, resolve, ...base } = commonConfiguration({ folder, name: 'embed-federated', version })
  return {
    ...base,
    name: 'embed-federated',
    entry: {},
    output: { ...base.output, uniqueName: `multiball@${version}`, clean: false },
    resolve: {
      ...resolve,
      alias: { ...resolve?.alias, [path.join(folder, 'src/home.ts')]: path.join(folder, 'src/federated/home.ts') },
    },
    plugins: [
      new ModuleFederationPlugin({
        name: 'multiball',
        filename: 'remoteEntry.[contenthash:8].js',
        exposes: Object.fromEntries(exposed.map((name) => [`./${name}`, `./src/federated/${name}.ts`])),
        shared: { react: theirReact, 'react-dom': theirReact, 'react-dom/client': theirReact },
        shareStrategy: 'loaded-first',
        dts: {
          consumeTypes: false,
          generateTypes: {
            tsConfigPath: path.join(folder, 'tsconfig.json'),
            abortOnError: true,
            extractThirdParty: false,
            compileInChildProcess: false,
          },
        },
        manifest: true,
        experiments: { asyncStartup: true, optimization: { target: 'web', disableSnapshot: true } },
      }),
      new ChunkGuardPlugin(),
      new webpack.DefinePlugin({ INSIDE: JSON.stringify(inside) }),
    ],
  }
}
