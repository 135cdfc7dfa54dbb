import { containerName, type BoardType, type Provided, type Registry } from '@multiball/shared/schema'
import { devVersion } from './developerTab'
import { insideFailure, isRetryable, RemoteFailure, type Diagnosis } from './failure'
import {
  admit,
  candidates,
  displayRemote,
  homePanelsOf,
  navigationOf,
  remotesExposing,
  routesOf,
  type Candidate,
} from './select'

/** What the loader needs of the federation runtime; a test gives its own. */
interface FederationRuntime {
  /** Makes an entry loadable under a name that no other entry has. */
  register(remote: { name: string; entry: string; entryGlobalName: string }): void
  load(id: string): Promise<unknown>
  /** true when the entry that was registered last under this global name has run */
  hasArrived(entryGlobalName: string): boolean
}

interface LoaderOptions {
  registry: Registry
  provided: Provided
  origins: readonly string[]
  /** address of the page */
  base: string
  runtime: FederationRuntime
  /** ms for an entry to arrive */
  timeoutMs: number
  /** ms for an expose with all its files, after which a file that hangs counts as lost */
  patienceMs: number
  /** takes every failure of a version, also where another one stands in for it */
  onFailure?(failure: RemoteFailure): void
  /** takes every version that was loaded, and in how many ms */
  onLoaded?(remote: string, version: string, ms: number): void
}

export type RemoteLoader = ReturnType<typeof createLoader>

/** Nobody misses it much: what becomes of it is nothing to the other exposes, and no older version stands in for it. */
const sideExpose = './commands'

/** So many loads of one entry may hang: a network lets go of each within minutes, code that waits for ever never does. */
const mostHanging = 8

class OutOfPatience extends Error {}

/** The promise's outcome, or a failure when it takes longer. */
async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>(
    (_, reject) => (timer = setTimeout(() => reject(new OutOfPatience(`not loaded in ${ms} ms`)), ms)),
  )
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Loads exposes of remotes by the registry: active version, one retry, last good version, then a RemoteFailure. */
export function createLoader({
  registry,
  provided,
  origins,
  base,
  runtime,
  timeoutMs,
  patienceMs,
  onFailure,
  onLoaded,
}: LoaderOptions) {
  const loads = new Map<string, Promise<unknown>>()
  /** what those that ended well gave */
  const modules = new Map<string, unknown>()
  /** entries that failed after they arrived, by address; one's side expose by itself */
  const poisoned = new Map<string, RemoteFailure>()
  /** loads that nobody waits for any more and that have not ended, by the address of the entry */
  const hanging = new Map<string, number>()
  /** what each remote is to the runtime now */
  const registered = new Map<string, { name: string; address: string }>()
  /** remotes that somebody asked to try again */
  const renewed = new Set<string>()
  /** remotes of which an expose was asked for */
  const asked = new Set<string>()
  /** the version of each remote that gave its last expose */
  const given = new Map<string, string>()
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

  /** Why a load failed. Only of an entry that did not arrive the network is asked once more. */
  async function reasonOf({ remote, version, record }: Candidate, cause: unknown, tookMs: number): Promise<Diagnosis> {
    if (cause instanceof OutOfPatience) return { code: 'REMOTE_CHUNK_FAILED', reason: cause.message }
    if (runtime.hasArrived(containerName(remote))) return insideFailure(cause)
    if (tookMs >= timeoutMs) return { code: 'REMOTE_ENTRY_TIMEOUT', reason: `no answer in ${timeoutMs} ms` }
    const src = new URL(record.entry.src, base).href
    // What even that does not come for is the network.
    const noConnection = {
      diagnose: async (): Promise<Diagnosis> => ({ code: 'REMOTE_ENTRY_FAILED', reason: 'no connection' }),
    }
    const { diagnose } = await import(/* webpackChunkName: "later" */ './diagnose').catch(() => noConnection)
    return diagnose({ src, integrity: version === devVersion ? undefined : record.entry.integrity }, cause, timeoutMs)
  }

  const hangingOf = (src: string) => hanging.get(src) ?? 0

  function leaveHanging(src: string, loading: Promise<unknown>): void {
    hanging.set(src, hangingOf(src) + 1)
    const end = () => void hanging.set(src, hangingOf(src) - 1)
    loading.then(end, end)
  }

  async function once(candidate: Candidate, expose: string, fresh: boolean): Promise<unknown> {
    const { remote, version } = candidate
    const startedMs = performance.now()
    let loading: Promise<unknown> | undefined
    try {
      loading = runtime.load(register(candidate, fresh) + expose.slice(1))
      const module = await within(patienceMs, loading)
      if (!module) throw new Error(`${expose} is empty`)
      given.set(remote, version)
      onLoaded?.(remote, version, performance.now() - startedMs)
      return module
    } catch (cause) {
      if (cause instanceof OutOfPatience) leaveHanging(candidate.record.entry.src, loading!)
      const { code, reason } = await reasonOf(candidate, cause, performance.now() - startedMs)
      throw new RemoteFailure(remote, version, code, reason, { cause })
    }
  }

  async function attempt(candidate: Candidate, expose: string, fresh: boolean): Promise<unknown> {
    admit(candidate, provided, origins, base)
    if (!candidate.record.exposes[expose])
      throw new RemoteFailure(candidate.remote, candidate.version, 'REMOTE_UNKNOWN', expose)
    const { src } = candidate.record.entry
    const side = `${src} ${sideExpose}`
    const place = expose === sideExpose ? side : src
    // Each further entry would stay in the page's memory, on a TV for weeks.
    if (fresh && hangingOf(src) >= mostHanging)
      throw new RemoteFailure(candidate.remote, candidate.version, 'REMOTE_CHUNK_FAILED', `${mostHanging} loads hang`)
    // It is loaded anew for all its exposes: what became of it before is past.
    if (fresh) [src, side].forEach((past) => poisoned.delete(past))
    const known = poisoned.get(place)
    if (known) throw known
    try {
      return await once(candidate, expose, fresh)
    } catch (error) {
      const failure = error as RemoteFailure
      if (!isRetryable(failure)) {
        poisoned.set(place, failure)
        throw failure
      }
      // A container whose chunk did not come asks for it again; an entry that did not come is asked for again.
      return once(candidate, expose, failure.code !== 'REMOTE_CHUNK_FAILED')
    }
  }

  async function load(remote: string, expose: string, fresh: boolean): Promise<unknown> {
    const [active, ...older] = candidates(registry, remote)
    const attemptAloud = (candidate: Candidate) =>
      attempt(candidate, expose, fresh).catch((failure: RemoteFailure) => {
        onFailure?.(failure)
        throw failure
      })
    let failure: RemoteFailure
    try {
      return await attemptAloud(active!)
    } catch (cause) {
      failure = cause as RemoteFailure
    }
    for (const candidate of expose === sideExpose ? [] : older) {
      try {
        return await attemptAloud(candidate)
      } catch (cause) {
        // A version that only the network kept away will come: whoever shows the failure asks for it again.
        if (!isRetryable(failure) && isRetryable(cause as RemoteFailure)) failure = cause as RemoteFailure
      }
    }
    throw failure
  }

  /** Exposes already asked for are answered from memory; failed ones are asked for again after `retry`. */
  function loadExpose<Module>(remote: string, expose: string): Promise<Module> {
    asked.add(remote)
    const id = `${remote} ${expose}`
    const running = loads.get(id) ?? load(remote, expose, renewed.delete(remote))
    loads.set(id, running)
    running.then(
      (module) => modules.set(id, module),
      () => loads.delete(id),
    )
    return running as Promise<Module>
  }

  return {
    loadExpose,
    /** What `loadExpose` has given for the same, undefined until then. */
    loadedExpose: <Module>(remote: string, expose: string) => modules.get(`${remote} ${expose}`) as Module | undefined,
    /** Makes the next load of this remote a fresh one, even after a failed start. */
    retry: (remote: string) => void renewed.add(remote),
    /** The version of a remote that runs in this page; the active one until something was loaded. */
    version: (remote: string) => given.get(remote) ?? registry.remotes[remote]?.active,
    asked: () => [...asked],
    displayRemote: (type: BoardType) => displayRemote(registry, type),
    routes: () => routesOf(registry),
    navigation: () => navigationOf(registry),
    commandRemotes: () => remotesExposing(registry, './commands'),
    helpRemotes: () => remotesExposing(registry, './help'),
    homePanels: () => homePanelsOf(registry),
  }
}
