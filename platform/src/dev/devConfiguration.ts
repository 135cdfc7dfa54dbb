import { createRequire } from 'node:module'
import path from 'node:path'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import type { Configuration } from 'webpack'
import type { Build } from '../webpack/build'
import { configuration } from '../webpack/configuration'
import { folderOf, plainRooms } from '../webpack/singletons'

const require = createRequire(import.meta.url)
const inPage = (file: string) => path.join(import.meta.dirname, 'page', file)

/** The configuration of one remote as a dev server runs it: with components that are replaced where they stand. */
export function devConfiguration(build: Build, origin: string): Configuration {
  const { module, output, plugins, ...base } = configuration({ ...build, page: undefined, isDevelopment: true })
  return {
    ...base,
    mode: 'development',
    // Not by eval, which the page's policy forbids.
    devtool: 'cheap-module-source-map',
    output: { ...output, publicPath: `${origin}/`, clean: false },
    resolve: {
      ...base.resolve,
      alias: {
        ...base.resolve?.alias,
        // The page's own, whichever way they are asked for.
        'multiball-page/jsx-dev-runtime$': inPage('jsx.mjs'),
        'react-refresh/runtime$': inPage('refresh.mjs'),
        [`${require.resolve('react-refresh')}$`]: inPage('refresh.mjs'),
      },
    },
    module: {
      ...module,
      rules: [{ test: /\.tsx?$/, include: [build.folder, ...plainRooms.map(folderOf)], use: path.join(import.meta.dirname, 'refreshLoader.mjs') }, ...(module?.rules ?? []).slice(1)],
    },
    optimization: { minimize: false, moduleIds: 'named', chunkIds: 'named' },
    cache: { type: 'memory' },
    plugins: [...(plugins ?? []), new ReactRefreshPlugin({ include: /\.tsx?$/, exclude: /node_modules/, overlay: false, library: 'multiball' })],
  }
}
