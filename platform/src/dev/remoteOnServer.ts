import type { RemoteManifest, RemoteVersion } from '@multiball/shared/schema'

/** Never looked at: a build of a developer's machine changes with every save. */
const noHash = `sha384-${'A'.repeat(64)}`

/**
 * A remote on a dev server as `/remote-version.json` describes it. It stays the same until `remote.json` changes: a page
 * that is told something new reloads itself.
 */
export const remoteOnServer = (
  { routes, navigation, display, boardType, home, requires, exposes }: RemoteManifest,
  origin: string,
): RemoteVersion => ({
  entry: { src: `${origin}/remoteEntry.js`, integrity: noHash },
  exposes: Object.fromEntries(Object.keys(exposes).map((expose) => [expose, { scripts: [], styles: [] }])),
  requires,
  routes,
  ...(navigation && { navigation }),
  ...(home && { home }),
  ...(display && { display }),
  // Pages take its words. Its settings are checked by the server, which knows the published ones only.
  ...(boardType && { boardType: { ...boardType, settings: { src: `${origin}/settings.json`, integrity: noHash } } }),
  publishedAt: '2000-01-01T00:00:00.000Z',
})
