import { ensureInstalled } from '../../../platform/ensure.mjs'

/** Installs the packages that only peers need, 110 MB, unless they are there. */
export const installPeers = (): void => ensureInstalled({ folder: import.meta.dirname })
