import type { Registry, Remote, RemoteVersion } from '@multiball/shared/schema'
import * as v from 'valibot'

/*
 * The registry as a page takes it. Whoever writes one holds it to the whole schema; a page reads what it goes by itself,
 * and leaves alone what a later server may have put beside it.
 */

/** Stands for a hash that is not there: nothing can have it, so nothing is loaded by it. */
export const noIntegrity = ''

const Integrity = v.pipe(v.string(), v.startsWith('sha384-'), v.length(71))

const Version = v.looseObject({
  // One without a hash is known, so that it keeps its place, and is never loaded.
  entry: v.looseObject({ src: v.string(), integrity: v.fallback(Integrity, noIntegrity) }),
  exposes: v.looseObject({}),
  requires: v.looseObject({ shared: v.string(), react: v.string() }),
  routes: v.array(v.looseObject({ path: v.string(), expose: v.string() })),
  navigation: v.optional(v.looseObject({ label: v.string(), path: v.string() })),
  display: v.optional(v.string()),
  boardType: v.optional(
    v.looseObject({ name: v.string(), path: v.string(), plural: v.string(), feeds: v.optional(v.looseObject({}), {}) }),
  ),
})

const WithVersions = v.looseObject({
  enabled: v.boolean(),
  active: v.string(),
  canary: v.optional(v.looseObject({ version: v.string(), percent: v.number() })),
  versions: v.record(v.string(), v.unknown()),
})

const WithRemotes = v.looseObject({ rev: v.number(), remotes: v.record(v.string(), v.unknown()) })

/** Of what is given by name, all that can be read. */
const readable = <Read>(
  given: Record<string, unknown>,
  read: (one: unknown) => Read | undefined,
): Record<string, Read> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, one]): [string, Read][] => {
      const known = read(one)
      return known ? [[name, known]] : []
    }),
  )

function readVersion(given: unknown): RemoteVersion | undefined {
  const { success, output } = v.safeParse(Version, given)
  return success ? (output as unknown as RemoteVersion) : undefined
}

/** One remote without the versions that cannot be read; undefined when nothing of it can. */
function readRemote(given: unknown): Remote | undefined {
  const { success, output } = v.safeParse(WithVersions, given)
  return success ? { ...output, versions: readable(output.versions, readVersion) } : undefined
}

/**
 * What is wrong with one remote costs that remote, never the page.
 * @throws when it is no registry at all
 */
export function readRegistry(given: unknown): Registry {
  const { rev, remotes } = v.parse(WithRemotes, given)
  return { rev, remotes: readable(remotes, readRemote) }
}

export const revOf = (registry: unknown): number | undefined => {
  const { rev } = (registry ?? {}) as { rev?: unknown }
  return typeof rev === 'number' ? rev : undefined
}

/** The rev of the registry that the server wrote into this page; undefined for a page without one. */
export function ownRev(): number | undefined {
  const inlined = document.getElementById('mb-registry')?.textContent
  return inlined ? revOf(JSON.parse(inlined)) : undefined
}
