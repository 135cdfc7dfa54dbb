/** The workspace's folder. */
export const root: string
/** True when exactly the packages that the folder's lock file names are installed. @param folder the workspace's unless another is given */
export function isInstalled(folder?: string): boolean
/** Installs them unless they are, or ends this process. @param folder the workspace's unless another is given */
export function ensureInstalled(folder?: string): void
