import type { PageConfig } from '@multiball/shared/schema'

/** Origins that our pages talk to besides their own: API, sockets, remotes. */
export const originsOf = ({ apiHost, scoresHost, remoteOrigins }: PageConfig): string[] =>
  [...new Set([apiHost, scoresHost, ...remoteOrigins].filter((address) => address !== '').map((address) => new URL(address).origin))]
