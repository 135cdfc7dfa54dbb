import { createRequire } from 'node:module'
import path from 'node:path'
import { cacheFolder } from '../paths'
import { runWebpack } from '../webpack/runWebpack'

const require = createRequire(import.meta.url)
const packageFolder = (name: string) => path.dirname(require.resolve(`${name}/package.json`))

/**
 * Builds React as pages get it from dev servers. Answers the file.
 * @throws with the compiler's words
 */
export async function buildReact(): Promise<string> {
  const folder = path.join(cacheFolder, 'dev')
  await runWebpack({
    mode: 'development',
    target: ['web', 'es2021'],
    devtool: false,
    entry: path.join(import.meta.dirname, 'page', 'developmentReact.mjs'),
    output: { path: folder, filename: 'development-react.js' },
    resolve: { alias: Object.fromEntries(['react', 'react-dom', 'react-refresh'].map((name) => [name, packageFolder(name)])) },
    cache: { type: 'filesystem', cacheDirectory: path.join(folder, 'webpack') },
    performance: { hints: false },
  })
  return path.join(folder, 'development-react.js')
}
