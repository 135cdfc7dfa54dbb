/** The workspace's folder. */
export const root: string
/** True when exactly the packages that the folder's lock file names are installed; those of tests and tools may be missing. @param folder the workspace's unless another is given */
export function isInstalled(folder?: string): boolean
/** Installs them unless they are, or ends this process. @param options the workspace's folder unless another is given; whether those of tests and tools are needed, too */
export function ensureInstalled(options?: { folder?: string; dev?: boolean }): void
