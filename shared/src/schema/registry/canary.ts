import type { Registry, Remote } from './registry'

/*
 * Who gets a canary. The page and the server that writes its preloads must agree, so both ask here.
 */

/** Cookie with the visitor's random id. It is made when a registry first has a canary, and says nothing but a bucket. */
export const visitorCookie = 'mb-visitor'

/** The visitor's id in a Cookie header or `document.cookie`; undefined where there is none that we wrote. */
export const visitorOf = (cookies: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${visitorCookie}=([a-z0-9]{8,40})(?:;|$)`).exec(cookies)?.[1]

/** FNV-1a with a last mix: neighbouring ids land far apart, which the plain sum modulo 100 does not give. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}

/** 0 to 99: the same for a visitor and remote for ever, independent from remote to remote. */
export const bucketOf = (visitor: string, remote: string): number => hash(`${visitor} ${remote}`) % 100

/** One remote as this visitor gets it: in the canary's share the canary is active, and what all others run is its last good version. */
function remoteFor(name: string, remote: Remote, visitor: string | undefined): Remote {
  const { canary, ...rest } = remote
  if (!canary || visitor === undefined || bucketOf(visitor, name) >= canary.percent || !remote.versions[canary.version])
    return rest
  return { ...rest, active: canary.version, lastGood: remote.active }
}

/**
 * The registry as one visitor gets it: every canary decided, none left.
 * @param visitor random id; without one (no cookies) it is always the active version
 */
export const registryFor = (registry: Registry, visitor: string | undefined): Registry => ({
  ...registry,
  remotes: Object.fromEntries(
    Object.entries(registry.remotes).map(([name, remote]) => [name, remoteFor(name, remote, visitor)]),
  ),
})

export const hasCanary = ({ remotes }: Registry): boolean =>
  Object.values(remotes).some(({ canary }) => canary !== undefined)
