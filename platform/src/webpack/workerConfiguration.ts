import path from 'node:path'
import TerserPlugin from 'terser-webpack-plugin'
import type { Configuration } from 'webpack'
import type { Build } from './build'
import { configuration } from './configuration'

/** What a worker's file is called in its build. */
export const workerFile = /^worker\.[0-9a-f]{8}\.js$/

/** The service worker of a page: one file beside the page's own, with nothing of federation in it. Built after the page, whose build empties the folder. */
export function workerConfiguration({ folder, name, version, page }: Build): Configuration {
  const { module: { rules = [] } = {}, resolve } = configuration({ folder, name: `${name}-worker`, version })
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
    optimization: { minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify, parallel: false })] },
    cache: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    performance: { hints: false },
  }
}
