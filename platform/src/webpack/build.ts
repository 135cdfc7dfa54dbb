import type { RemoteManifest } from '@multiball/shared/schema'
import webpack from 'webpack'
import { ChangeRefused } from '../command/refused'

interface PageBuild {
  /** entry file */
  entry: string
  /** rooms of shared for remotes */
  provides: 'everything' | readonly string[]
  /** those of them that come when a remote asks for one, by the name of their chunk */
  later?: Record<string, readonly string[]>
  /** true where each runs only when it is asked for, so that the page is never busy for long */
  isPieceByPiece?: boolean
  /** entry file of its service worker */
  worker?: string
}

/** One package as it goes into webpack. */
export interface Build {
  /** absolute path of the package's folder */
  folder: string
  /** name of the package's folder, such as `mf-scoreboards` */
  name: string
  /** version that this build will be published as */
  version: string
  manifest?: RemoteManifest
  /** of the page that this package is */
  page?: PageBuild
  /** for a dev server instead of for publishing */
  isDevelopment?: boolean
}

/** Runs webpack once. @throws ChangeRefused with the compiler's words when it fails */
export async function runWebpack(settings: webpack.Configuration): Promise<void> {
  const compiler = webpack(settings)
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) return reject(error)
      if (stats?.hasErrors()) return reject(new ChangeRefused(stats.toString('errors-only')))
      compiler.close((closing) => (closing ? reject(closing) : resolve()))
    })
  })
}
