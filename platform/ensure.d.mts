/** The workspace's folder. */
export const root: string
/** True when exactly the packages that the lock file names are installed. */
export function isInstalled(): boolean
export function ensureInstalled(): void
