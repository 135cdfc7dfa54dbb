import type { RemoteManifest } from '@multiball/shared/schema'

interface ServedRemote {
  manifest: RemoteManifest
  /** name and port, as `?mf-dev` takes it */
  served: string
}

const pathOf = (pattern: string) => pattern.replace(/\/\*$/, '')

/** Where the remotes of a dev server are to be seen, in lines: the first of their sections, and a board of each type that they show. */
export function addresses(origin: string, remotes: readonly ServedRemote[]): string[] {
  const query = `?mf-dev=${remotes.map(({ served }) => served).join(',')}`
  const [section = '/'] = remotes.flatMap(({ manifest }) => manifest.navigation?.path ?? manifest.routes.map(({ path }) => pathOf(path)))
  const displays = remotes.flatMap(({ manifest: { display, boardType } }) => (display ? [{ type: boardType?.singular ?? display, path: boardType?.path ?? `${display}s` }] : []))
  return [
    `Open ${origin}${section}${query} : what you save is on that page at once. Ctrl+C ends it.`,
    ...displays.map(({ type, path }) => `A ${type} on a screen, with the number of one of yours: ${origin}/viewer/${path}/1${query}`),
  ]
}
