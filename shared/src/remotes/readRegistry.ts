import { Registry, RemoteVersion, type Remote } from '@multiball/shared/schema'
import * as v from 'valibot'

/** Stands for a hash that is not there: nothing can have it, so nothing is loaded by it. */
export const noIntegrity = ''

const anyIntegrity = `sha384-${'A'.repeat(64)}`

/** A version as far as it can be read; one without a hash is known, so that it keeps its place, and is never loaded. */
function readVersion(given: unknown): RemoteVersion | undefined {
  const parsed = v.safeParse(RemoteVersion, given)
  if (parsed.success) return parsed.output
  const { entry } = given as { entry?: { integrity?: unknown } }
  const repaired = v.safeParse(RemoteVersion, { ...(given as object), entry: { ...entry, integrity: anyIntegrity } })
  return repaired.success ? { ...repaired.output, entry: { ...repaired.output.entry, integrity: noIntegrity } } : undefined
}

/** One remote without the versions that cannot be read; undefined when nothing of it can. */
function readRemote(given: unknown): Remote | undefined {
  const { versions = {}, ...rest } = given as { versions?: Record<string, unknown> }
  const empty = v.safeParse(Registry.entries.remotes.value, { ...rest, versions: {} })
  if (!empty.success) return undefined
  const read = Object.entries(versions).flatMap(([version, record]): [string, RemoteVersion][] => {
    const known = readVersion(record)
    return known ? [[version, known]] : []
  })
  return { ...empty.output, versions: Object.fromEntries(read) }
}

/**
 * The registry as a page takes it: what is wrong with one remote costs that remote, never the page.
 * @throws when it is no registry at all
 */
export function readRegistry(given: unknown): Registry {
  const parsed = v.safeParse(Registry, given)
  if (parsed.success) return parsed.output
  const { rev, remotes } = v.parse(v.object({ rev: v.number(), remotes: v.record(v.string(), v.looseObject({})) }), given)
  const read = Object.entries(remotes).flatMap(([name, remote]): [string, Remote][] => {
    const known = readRemote(remote)
    return known ? [[name, known]] : []
  })
  return { rev, remotes: Object.fromEntries(read) }
}
