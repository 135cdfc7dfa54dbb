import type { BoardType, Provided, Registry } from '@multiball/shared/schema'
import { diagnose } from './diagnose'
import { isRetryable, RemoteFailure } from './failure'
import { admit, candidates, displayRemote, navigationOf, routesOf, type Candidate } from './select'

/** What the loader needs of the federation runtime; a test gives its own. */
export interface FederationRuntime {
  /** Makes the remote loadable under `name`, replacing what had the name. */
  register(remote: { name: string; entry: string; entryGlobalName: string }): void
  load(id: string): Promise<unknown>
}

export interface LoaderOptions {
  registry: Registry
  provided: Provided
  origins: readonly string[]
  /** address of the page */
  base: string
  runtime: FederationRuntime
  /** ms for an entry to arrive */
  timeoutMs: number
}

/** The container name of a remote, `mf-scoreboards` → `mf_scoreboards`; the builds use the same. */
const containerName = (remote: string) => remote.replaceAll('-', '_')

export type RemoteLoader = ReturnType<typeof createLoader>

/** Loads exposes of remotes by the registry: active version, one retry, last good version, then a RemoteFailure. */
export function createLoader({ registry, provided, origins, base, runtime, timeoutMs }: LoaderOptions) {
  const loads = new Map<string, Promise<unknown>>()
  /** entries that failed after they arrived, by address */
  const poisoned = new Map<string, RemoteFailure>()
  /** the entry that each container name stands for now */
  const registered = new Map<string, string>()
  /** remotes that somebody asked to try again */
  const renewed = new Set<string>()
  let attempts = 0

  async function once({ remote, version, record }: Candidate, expose: string, fresh: boolean): Promise<unknown> {
    const name = containerName(remote)
    // A new query makes the browser and the runtime ask again instead of remembering the failure.
    const address = new URL(record.entry.src, base).href
    const known = registered.get(name)
    const entry = fresh || !known?.startsWith(address) ? address + (fresh ? `?retry=${++attempts}` : '') : known
    if (entry !== known) runtime.register({ name, entry, entryGlobalName: name })
    registered.set(name, entry)
    try {
      const module = await runtime.load(name + expose.slice(1))
      if (!module) throw new Error(`${expose} is empty`)
      return module
    } catch (cause) {
      const { code, reason } = await diagnose({ ...record.entry, src: entry }, timeoutMs)
      const message = code === 'REMOTE_MODULE_FAILED' && cause instanceof Error ? cause.message : reason
      throw new RemoteFailure(remote, version, code, message, { cause })
    }
  }

  async function attempt(candidate: Candidate, expose: string, fresh: boolean): Promise<unknown> {
    admit(candidate, provided, origins, base)
    if (!candidate.record.exposes[expose]) throw new RemoteFailure(candidate.remote, candidate.version, 'REMOTE_UNKNOWN', expose)
    const known = poisoned.get(candidate.record.entry.src)
    if (known && !fresh) throw known
    try {
      return await once(candidate, expose, fresh)
    } catch (error) {
      const failure = error as RemoteFailure
      if (!isRetryable(failure)) {
        poisoned.set(candidate.record.entry.src, failure)
        throw failure
      }
      return fresh ? Promise.reject(failure) : once(candidate, expose, true)
    }
  }

  async function load(remote: string, expose: string, fresh: boolean): Promise<unknown> {
    const [active, ...older] = candidates(registry, remote)
    try {
      return await attempt(active!, expose, fresh)
    } catch (failure) {
      for (const candidate of older) {
        const module = await attempt(candidate, expose, fresh).catch(() => undefined)
        if (module) return module
      }
      throw failure
    }
  }

  /** Exposes already asked for are answered from memory; failed ones are asked for anew after `retry`. */
  function loadExpose<Module>(remote: string, expose: string): Promise<Module> {
    const id = `${remote} ${expose}`
    const running = loads.get(id) ?? load(remote, expose, renewed.delete(remote))
    loads.set(id, running)
    running.catch(() => loads.delete(id))
    return running as Promise<Module>
  }

  return {
    loadExpose,
    /** Makes the next load of this remote a fresh one, even after a failed start. */
    retry: (remote: string) => void renewed.add(remote),
    displayRemote: (type: BoardType) => displayRemote(registry, type),
    routes: () => routesOf(registry),
    navigation: () => navigationOf(registry),
  }
}
