import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import webpack from 'webpack'
import { filled, readArguments, serve } from '../serving.mjs'
import configuration from './webpack.config.mjs'

/* Builds the application, then serves it. */

const { host, type, id, port } = await readArguments()
const folder = import.meta.dirname
const dist = path.join(folder, 'dist')

await new Promise((resolve, reject) => {
  webpack(configuration).run((error, stats) =>
    error || stats.hasErrors() ? reject(error ?? new Error(stats.toString('errors-only'))) : resolve(),
  )
})

serve({
  port,
  page: async () => filled(await readFile(path.join(folder, 'page.html'), 'utf8'), { host, type, id }),
  files: Object.fromEntries(readdirSync(dist).map((file) => [`/${file}`, path.join(dist, file)])),
})
