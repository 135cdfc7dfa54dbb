import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'

/* An application that has a federation of its own: a name, its own React as a singleton, its own runtime. */

const folder = import.meta.dirname

export default {
  mode: 'production',
  target: ['web', 'es2022'],
  context: folder,
  entry: './src/index.ts',
  output: {
    path: path.join(folder, 'dist'),
    filename: '[name].js',
    chunkFilename: '[name].js',
    publicPath: '/',
    uniqueName: 'arcade_site',
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
      name: 'arcade_site',
      shared: { react: { singleton: true }, 'react-dom': { singleton: true }, 'react-dom/': { singleton: true } },
      dts: false,
      manifest: false,
      experiments: { asyncStartup: true },
    }),
  ],
  performance: { hints: false },
  infrastructureLogging: { level: 'error' },
}
