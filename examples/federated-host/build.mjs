import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import webpack from 'webpack'
import { filled, readArguments, serve } from '../serving.mjs'
import configuration from './webpack.config.mjs'

const page = path.join(import.meta.dirname, 'page.html')

/**
 * Builds the application, which asks Multiball for its types meanwhile, then serves it.
 * @param {string} dist folder that it is built into
 * @param {{ shared?: object, alias?: Record<string, string> }} [options] what it shares, and packages in the place of its own
 */
export async function buildAndServe(dist, { shared, alias } = {}) {
  const { host, type, id, port } = await readArguments()
  const { output, resolve: resolving, ...base } = configuration(host, shared)
  const compiler = webpack({ ...base, output: { ...output, path: dist }, resolve: { ...resolving, alias } })
  await new Promise((resolve, reject) => {
    compiler.run((error, stats) =>
      error || stats.hasErrors() ? reject(error ?? new Error(stats.toString('errors-only'))) : compiler.close(resolve),
    )
  })
  serve({
    port,
    page: async () => filled(await readFile(page, 'utf8'), { type, id }),
    files: Object.fromEntries(readdirSync(dist).map((file) => [`/${file}`, path.join(dist, file)])),
  })
}
