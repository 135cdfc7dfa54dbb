import { PageConfig, Registry, unmet, type RemoteManifest } from '@multiball/shared/schema'
import * as v from 'valibot'

const read = async (address: string): Promise<unknown> => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return answer.json()
}

/**
 * What stands in the way of seeing these remotes in that deployment, in words that say what to do.
 * @param against origin of the deployment
 */
export async function askDeployment(
  against: string,
  remotes: readonly { name: string; manifest: RemoteManifest }[],
): Promise<string[]> {
  try {
    const [config, registry] = await Promise.all([read(`${against}/config.json`), read(`${against}/registry.json`)])
    const { shell, remotes: published } = v.parse(Registry, registry)
    const types = Object.values(published).flatMap(({ versions }) =>
      Object.values(versions).flatMap(({ boardType }) => boardType?.name ?? []),
    )
    const provides = shell?.versions[shell.active]?.provides
    const refused = v.parse(v.looseObject({ overrides: PageConfig.entries.overrides }), config).overrides
      ? []
      : [`${against} lets nobody change what is loaded. Whoever runs it can allow it with OVERRIDES=1.`]
    return [
      ...refused,
      ...remotes.flatMap(({ manifest: { boardType } }) =>
        boardType && !types.includes(boardType.name)
          ? [
              `${against} does not know the board type ${boardType.name} yet, so that its list fails and no board of it can be made. Store it for nobody yet: npm run remotes -- publish --percent 0`,
            ]
          : [],
      ),
      ...remotes.flatMap(({ name, manifest: { requires } }) => {
        const what = provides && unmet(requires, provides)
        return what
          ? [
              `${name} requires ${what} ${requires[what]}, and the shell there has ${provides[what] ?? 'none'}: it will not be loaded.`,
            ]
          : []
      }),
    ]
  } catch (cause) {
    return [
      `${against} does not answer (${cause instanceof Error ? cause.message : String(cause)}). Start it with npm start, or name another one: --against https://…`,
    ]
  }
}

interface ServedRemote {
  manifest: RemoteManifest
  /** name and port, as `?mf-dev` takes it */
  served: string
}

const pathOf = (pattern: string) => pattern.replace(/\/\*$/, '')

/** Where the remotes of a dev server are to be seen, in lines: the first of their sections, and a board of each type that they show. */
export function addresses(origin: string, remotes: readonly ServedRemote[]): string[] {
  const query = `?mf-dev=${remotes.map(({ served }) => served).join(',')}`
  const [section = '/'] = remotes.flatMap(
    ({ manifest }) => manifest.navigation?.path ?? manifest.routes.map(({ path }) => pathOf(path)),
  )
  const displays = remotes.flatMap(({ manifest: { display, boardType } }) =>
    display ? [{ type: boardType?.singular ?? display, path: boardType?.path ?? `${display}s` }] : [],
  )
  return [
    `Open ${origin}${section}${query} : what you save is on that page at once. Ctrl+C ends it.`,
    ...displays.map(
      ({ type, path }) => `A ${type} on a screen, with the number of one of yours: ${origin}/viewer/${path}/1${query}`,
    ),
  ]
}
