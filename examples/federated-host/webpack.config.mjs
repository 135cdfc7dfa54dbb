import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'

/* An application with a module federation of its own, in which Multiball is one more remote. */

const folder = import.meta.dirname

// The trailing slash shares react-dom/client too: boards run on this React where it is a 19.
const shares = { react: { singleton: true }, 'react-dom': { singleton: true }, 'react-dom/': { singleton: true } }

/**
 * @param {string} host address of a Multiball server
 * @param {object} [shared] what this application shares
 */
export default (host, shared = shares) => ({
  mode: 'production',
  target: ['web', 'es2022'],
  context: folder,
  entry: './src/index.ts',
  output: {
    path: path.join(folder, 'dist'),
    filename: '[name].js',
    chunkFilename: '[name].js',
    publicPath: '/',
    uniqueName: 'league_site',
    clean: true,
  },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      { test: /\.tsx?$/, exclude: /node_modules/, use: { loader: 'ts-loader', options: { transpileOnly: true } } },
    ],
  },
  plugins: [
    new ModuleFederationPlugin({
      name: 'league_site',
      remotes: { multiball: `multiball@${host}/embed/v1/mf-manifest.json` },
      shared,
      // A remote that is away costs its own place in the page, and not the page.
      shareStrategy: 'loaded-first',
      // The remote's types, fetched into @mf-types while this is built.
      dts: { generateTypes: false, consumeTypes: { abortOnError: true } },
      manifest: false,
      experiments: { asyncStartup: true },
    }),
  ],
  // An example is built quickly rather than small.
  optimization: { minimize: false },
  performance: { hints: false },
  infrastructureLogging: { level: 'error' },
})
