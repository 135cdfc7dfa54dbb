import type { Registry } from '@multiball/shared/schema'
import { ChangeRefused } from '../command/refused'

/* Which addresses a remote may have: none that the server or the shell answers itself, and none of another remote. */

/** First parts of addresses that are taken. */
const reserved = [
  // the server's, and those that a proxy passes on to it
  'api',
  'dev',
  'healthz',
  'media',
  'metrics',
  'oembed',
  'r',
  'readyz',
  'review',
  'tv',
  // the shell's
  'help',
  'login',
  'logout',
  'platform',
  'profile',
  'register',
  'reset-password',
  'setup',
  'verify',
]

/** First parts that the server shares with one remote of ours. */
const shared: Record<string, string> = { embed: 'mf-embeds', viewer: 'mf-viewer' }

/** The address that a route stands for: `/prizes/*` → `/prizes`. */
export const addressOf = (route: string) => route.replace(/\/\*$/, '')

/** @throws ChangeRefused where the address belongs to the server or the shell */
export function mustNotBeReserved(name: string, route: string): void {
  const [, first = ''] = addressOf(route).split('/')
  if (/^(?:[:*].*)?$/.test(first))
    throw new ChangeRefused(
      `The path ${route} of ${name} would take addresses of all others. Begin it with a word of its own, such as /prizes.`,
    )
  if (reserved.includes(first) || (Object.hasOwn(shared, first) && shared[first] !== name)) {
    throw new ChangeRefused(
      `/${first} belongs to Multiball itself, so that ${name} cannot have the path ${route}. Choose another one.`,
    )
  }
}

/**
 * Checks the paths of a version that is about to be published against all that runs.
 * @throws ChangeRefused for one that is taken
 */
export function checkPaths({ remotes }: Registry, name: string, routes: readonly { path: string }[]): void {
  for (const { path } of routes) {
    mustNotBeReserved(name, path)
    const [owner] =
      Object.entries(remotes).find(
        ([other, { enabled, active, versions }]) =>
          other !== name &&
          enabled &&
          versions[active]?.routes.some((route) => addressOf(route.path) === addressOf(path)),
      ) ?? []
    if (owner)
      throw new ChangeRefused(
        `The path ${path} belongs to ${owner}. Choose another one in remote.json, or switch ${owner} off first: npm run remotes -- disable ${owner}`,
      )
  }
}
