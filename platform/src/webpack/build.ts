import type { RemoteManifest } from '@multiball/shared/schema'

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
