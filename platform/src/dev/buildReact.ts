import { createRequire } from 'node:module'
import path from 'node:path'
import webpack from 'webpack'
import { cacheFolder } from '../paths'

const require = createRequire(import.meta.url)
const packageFolder = (name: string) => path.dirname(require.resolve(`${name}/package.json`))

/**
 * Builds React as pages get it from dev servers. Answers the file.
 * @throws with the compiler's words
 */
export async function buildReact(): Promise<string> {
  const folder = path.join(cacheFolder, 'dev')
  const compiler = webpack({
    mode: 'development',
    target: ['web', 'es2021'],
    devtool: false,
    entry: path.join(import.meta.dirname, 'page', 'developmentReact.mjs'),
    output: { path: folder, filename: 'development-react.js' },
    resolve: { alias: Object.fromEntries(['react', 'react-dom', 'react-refresh'].map((name) => [name, packageFolder(name)])) },
    cache: { type: 'filesystem', cacheDirectory: path.join(folder, 'webpack') },
    performance: { hints: false },
  })
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) return reject(error)
      if (stats?.hasErrors()) return reject(new Error(stats.toString('errors-only')))
      compiler.close((closing) => (closing ? reject(closing) : resolve()))
    })
  })
  return path.join(folder, 'development-react.js')
}
