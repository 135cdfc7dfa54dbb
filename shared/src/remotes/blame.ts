/** A version of a remote. */
export interface Blamed {
  remote: string
  version: string
}

const published = /(https?:\/\/[^\s/]+)\/r\/(mf-[a-z][a-z0-9-]*)\/([^\s/]+)\//g

/**
 * The remote whose script was running when something was thrown, by the addresses in its stack. A page that is a remote
 * itself is to blame only where no other one takes part: what all share lies in its files.
 * @param thrown whatever it was; only errors have a stack
 * @param origins where our scripts come from: in the page of a partner there are others
 */
export function blame(thrown: unknown, origins: readonly string[], own?: string): Blamed | undefined {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  const found = [...stack.matchAll(published)].flatMap(([, origin, remote, version]) => (origins.includes(origin!) ? [{ remote: remote!, version: version! }] : []))
  return found.find(({ remote }) => remote !== own) ?? found[0]
}
