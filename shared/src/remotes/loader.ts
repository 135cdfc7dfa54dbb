import { containerName, type BoardType, type Provided, type Registry } from '@multiball/shared/schema'
import { diagnose } from './diagnose'
import { isRetryable, RemoteFailure } from './failure'
import { admit, candidates, displayRemote, navigationOf, routesOf, type Candidate } from './select'

/** What the loader needs of the federation runtime; a test gives its own. */
export interface FederationRuntime {
  /** Makes an entry loadable under a name that no other entry has. */
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

export type RemoteLoader = ReturnType<typeof createLoader>

/** Loads exposes of remotes by the registry: active version, one retry, last good version, then a RemoteFailure. */
export function createLoader({ registry, provided, origins, base, runtime, timeoutMs }: LoaderOptions) {
  const loads = new Map<string, Promise<unknown>>()
  /** entries that failed after they arrived, by address */
  const poisoned = new Map<string, RemoteFailure>()
  /** what each remote is to the runtime now */
  const registered = new Map<string, { name: string; address: string }>()
  /** remotes that somebody asked to try again */
  const renewed = new Set<string>()
  let attempts = 0

  /** The name under which this candidate is loaded; a fresh one is a new remote to the runtime. */
  function register({ remote, record }: Candidate, fresh: boolean): string {
    const address = new URL(record.entry.src, base).href
    const known = registered.get(remote)
    if (known?.address === address && !fresh) return known.name
    const container = containerName(remote)
    // A name is registered once: replacing a remote makes the runtime forget shares that others still use.
    const name = known ? `${container}__${++attempts}` : container
    const entry = known?.address === address ? `${address}?retry=${attempts}` : address
    runtime.register({ name, entry, entryGlobalName: container })
    registered.set(remote, { name, address })
    return name
  }

  async function once(candidate: Candidate, expose: string, fresh: boolean): Promise<unknown> {
    const { remote, version, record } = candidate
    try {
      const module = await runtime.load(register(candidate, fresh) + expose.slice(1))
      if (!module) throw new Error(`${expose} is empty`)
      return module
    } catch (cause) {
      const { code, reason } = await diagnose({ ...record.entry, src: new URL(record.entry.src, base).href }, cause, timeoutMs)
      throw new RemoteFailure(remote, version, code, reason, { cause })
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
      // A container whose chunk did not come asks for it again; an entry that did not come is asked for anew.
      return once(candidate, expose, failure.code !== 'REMOTE_CHUNK_FAILED')
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
