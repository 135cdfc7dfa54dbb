import { createRequire } from 'node:module'
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { containerName } from '@multiball/shared/schema'
import localesPlugin from '@react-aria/optimize-locales-plugin'
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import webpack, { type Configuration } from 'webpack'
import { cacheFolder, root, toolFile } from '../disk/paths'
import { BuildRecordPlugin, chunkNameOf } from './BuildRecordPlugin'
import { chunkDeadlineMs, ChunkGuardPlugin } from './ChunkGuardPlugin'
import type { Build } from './build'
import { insertStyle } from './insertStyle'
import { markPureCalls } from './pureCalls'
import { ScriptPathPlugin } from './ScriptPathPlugin'
import { shares } from './singletons'
import { styleRules } from './styleRules'

const require = createRequire(import.meta.url)
// Else the federation plugin finds webpack by letting it fail, which takes a second.
process.env.FEDERATION_WEBPACK_PATH ??= require.resolve('webpack')

/** By the path with which the federation plugin imports it into every build. */
const federationRuntime = require.resolve('@module-federation/webpack-bundler-runtime/bundler')

/** Passes over a script until nothing more is found. Terser before it would leave a hundredth less, and take a third of a build's time. */
export const minimizer = () =>
  new TerserPlugin({
    parallel: false,
    extractComments: false,
    minify: TerserPlugin.swcMinify,
    terserOptions: { compress: { passes: 0 }, format: { comments: false } },
  })

/** Where a module was written, from the folder that remotes lie in; of webpack's own, what it calls it. */
const sourceName = ({ absoluteResourcePath, resourcePath }: { absoluteResourcePath: string; resourcePath: string }) =>
  path.isAbsolute(absoluteResourcePath)
    ? path.relative(root, absoluteResourcePath).split(path.sep).join('/')
    : resourcePath

/** Maps beside the scripts, which name no map. They have places and names, and nothing of the sources; publish takes them away from what is served. */
const sourceMaps = () =>
  new webpack.SourceMapDevToolPlugin({
    test: /\.js$/,
    filename: '[file].map',
    append: false,
    noSources: true,
    moduleFilenameTemplate: sourceName,
    fallbackModuleFilenameTemplate: sourceName,
  })

/** What the builds of remotes and pages have in common. */
export function commonConfiguration(
  { folder, name, version, manifest, isDevelopment = false }: Build,
  prefix = '',
): Configuration {
  // A dev server replaces files under the names that the page knows.
  const hashed = isDevelopment ? '' : '.[contenthash:8]'
  // Shared need not lie beside the remote.
  const compilerOptions = {
    target: 'es2021',
    composite: false,
    emitDeclarationOnly: false,
    declaration: false,
    sourceMap: !isDevelopment,
    rootDir: path.parse(folder).root,
  }
  return {
    mode: 'production',
    target: ['web', 'es2021'],
    context: folder,
    devtool: false,
    output: {
      path: path.join(folder, 'dist'),
      // A page's files and a remote's chunks are found beside the file that asks for them.
      publicPath: 'auto',
      filename: `[name]${hashed}.js`,
      chunkFilename: `${prefix}[name]${hashed}.js`,
      assetModuleFilename: '[name].[contenthash:8][ext]',
      clean: true,
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: chunkDeadlineMs,
      trustedTypes: { policyName: 'multiball#chunks' },
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      alias: {
        // Its exports resolve to the development build.
        'react-router$': require
          .resolve('react-router')
          .replace(/dist[\\/].*$/, path.join('dist', 'production', 'index.mjs')),
        'react-router/dom$': require
          .resolve('react-router')
          .replace(/dist[\\/].*$/, path.join('dist', 'production', 'dom-export.mjs')),
      },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          // Where a remote is alone in its repository, shared lies there, as its sources.
          exclude: /node_modules[\\/](?!@multiball[\\/]shared[\\/])/,
          use: {
            loader: require.resolve('ts-loader'),
            options: {
              transpileOnly: true,
              allowTsInNodeModules: true,
              configFile: toolFile('tsconfig.base.json'),
              getCustomTransformers: () => ({ before: [markPureCalls] }),
              compilerOptions,
            },
          },
        },
        {
          // Their classes have static blocks, which Safari has from 16.4 on and Chrome from 94.
          test: /node_modules[\\/]react-(?:aria|aria-components|stately)[\\/].*\.mjs$/,
          use: {
            loader: require.resolve('ts-loader'),
            options: {
              transpileOnly: true,
              configFile: toolFile('tsconfig.base.json'),
              compilerOptions: { ...compilerOptions, allowJs: true },
            },
          },
        },
        ...styleRules({ folder, name, version, manifest, isDevelopment }),
        { test: /\.woff2?$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      minimizer: [minimizer(), new CssMinimizerPlugin({ parallel: false })],
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
    },
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(cacheFolder, name, 'webpack'),
      // All that the version of a build goes by besides its sources. Webpack takes a name with a slash at its end for the folder.
      buildDependencies: { config: [`${import.meta.dirname}/`, toolFile('tsconfig.base.json')] },
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: `[name]${hashed}.css`,
        chunkFilename: `${prefix}[name]${hashed}.css`,
        insert: insertStyle,
      }),
      localesPlugin.webpack({ locales: ['en-GB', 'en-US'] }),
      // A dev server's files change with every save.
      ...(isDevelopment ? [] : [new ChunkGuardPlugin(), sourceMaps()]),
    ],
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    performance: { hints: false },
  }
}

/** With names, by which the build's record finds their files. */
const namedExposes = (exposes: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(exposes).map(([expose, file]) => [expose, { import: file, name: chunkNameOf(expose) }]),
  )

/** The webpack configuration of a remote. */
export function configuration(build: Build): Configuration {
  const { name, version, manifest, isDevelopment } = build
  const { plugins = [], output, ...common } = commonConfiguration(build)
  return {
    ...common,
    name,
    entry: {},
    // The version is part of it: without, a new version in an open page would run the old one's chunks.
    output: { ...output, uniqueName: `${name}@${version}` },
    // See page/startFederation.ts.
    externals: [{ [federationRuntime]: 'var globalThis._MULTIBALL_FEDERATION' }],
    plugins: [
      ...plugins,
      new ScriptPathPlugin(),
      new ModuleFederationPlugin({
        name: containerName(name),
        ...(manifest && {
          filename: `remoteEntry${isDevelopment ? '' : '.[contenthash:8]'}.js`,
          exposes: namedExposes(manifest.exposes),
        }),
        shared: shares(manifest?.requires),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        experiments: {
          asyncStartup: true,
          externalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true },
        },
      }),
      new BuildRecordPlugin({ version, exposes: Object.keys(manifest?.exposes ?? {}) }),
    ],
  }
}

/** What a worker's file is called in its build. */
export const workerFile = /^worker\.[0-9a-f]{8}\.js$/

/** The service worker of a page: one file beside the page's own, with nothing of federation in it. Built after the page, whose build empties the folder. */
export function workerConfiguration({ folder, name, version, page }: Build): Configuration {
  const { module: { rules = [] } = {}, resolve } = commonConfiguration({ folder, name: `${name}-worker`, version })
  return {
    name: `${name}-worker`,
    mode: 'production',
    target: ['webworker', 'es2021'],
    context: folder,
    entry: { worker: page!.worker! },
    devtool: false,
    output: { path: path.join(folder, 'dist'), filename: '[name].[contenthash:8].js', clean: false },
    resolve,
    module: { rules },
    optimization: { minimizer: [minimizer()] },
    cache: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    performance: { hints: false },
  }
}
