import { setTimeout as wait } from 'node:timers/promises'
import { configuration, readManifest } from '@multiball/platform/webpack'
import webpack from 'webpack'

/*
 * Builds the remote in the folder that is named, under another name so that it has a cache of its own, or one that takes so many
 * ms longer. Sends the ms that it took.
 */

const [folder = '', name = '', lateMs = '0'] = process.argv.slice(2)
const startedMs = performance.now()
const compiler = webpack(configuration({ folder, name, version: '0.0.0-bench', manifest: readManifest(folder) }))
compiler.hooks.emit.tapPromise('late', () => wait(Number(lateMs)))
compiler.run((error, stats) => {
  if (error ?? stats?.hasErrors()) throw error ?? new Error(stats?.toString('errors-only'))
  const ms = performance.now() - startedMs
  compiler.close(() => process.send!({ ms }))
})
