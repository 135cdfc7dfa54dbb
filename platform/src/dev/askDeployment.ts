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
export async function askDeployment(against: string, remotes: readonly { name: string; manifest: RemoteManifest }[]): Promise<string[]> {
  try {
    const [config, registry] = await Promise.all([read(`${against}/config.json`), read(`${against}/registry.json`)])
    const { shell } = v.parse(Registry, registry)
    const provides = shell?.versions[shell.active]?.provides
    const refused = v.parse(v.looseObject({ overrides: PageConfig.entries.overrides }), config).overrides
      ? []
      : [`${against} lets nobody change what is loaded. Whoever runs it can allow it with OVERRIDES=1.`]
    return [
      ...refused,
      ...remotes.flatMap(({ name, manifest: { requires } }) => {
        const what = provides && unmet(requires, provides)
        return what ? [`${name} requires ${what} ${requires[what]}, and the shell there has ${provides[what] ?? 'none'}: it will not be loaded.`] : []
      }),
    ]
  } catch (cause) {
    return [`${against} does not answer (${cause instanceof Error ? cause.message : String(cause)}). Start it with npm start, or name another one: --against https://…`]
  }
}
