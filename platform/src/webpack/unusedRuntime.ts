/*
 * In the place of two parts of the federation runtime: snapshots, which describe remotes by manifests of their own where we have
 * the registry, and preloading, which the pages' HTML does. `disableSnapshot` leaves out the plugins that ask for them, not them.
 */

/** A remote's description: there is none. */
export const getGlobalRemoteInfo = () => ({})
/** Takes plugins' hooks, and calls none. */
export class SnapshotHandler {
  hooks = { applyPlugin: () => undefined }
}

function leftOut(): never {
  throw new Error('Preloading is left out of this build')
}
export { leftOut as defaultPreloadArgs, leftOut as formatPreloadArgs, leftOut as normalizePreloadExposes, leftOut as preloadAssets }
