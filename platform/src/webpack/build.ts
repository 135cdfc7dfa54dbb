import type { RemoteManifest } from '@multiball/shared/schema'
import webpack from 'webpack'

/** One package as it goes into webpack. */
export interface Build {
  /** absolute path of the package's folder */
  folder: string
  /** name of the package's folder, such as `mf-scoreboards` */
  name: string
  /** version that this build will be published as */
  version: string
  manifest?: RemoteManifest
  /** entry file of the page that this package is, what the page provides to remotes, and the entry file of its service worker */
  page?: { entry: string; provides: 'everything' | readonly string[]; worker?: string }
  /** for a dev server instead of for publishing */
  isDevelopment?: boolean
}

/** Runs webpack once. @throws with the compiler's words when it fails */
export async function runWebpack(settings: webpack.Configuration): Promise<void> {
  const compiler = webpack(settings)
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) return reject(error)
      if (stats?.hasErrors()) return reject(new Error(stats.toString('errors-only')))
      compiler.close((closing) => (closing ? reject(closing) : resolve()))
    })
  })
}
