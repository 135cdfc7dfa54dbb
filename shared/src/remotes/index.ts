import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { setBoardTypes } from '@multiball/shared/client'
import {
  boardTypesIn,
  registryFor,
  type BoardType,
  type LoadedRemote,
  type Provided,
  type Registry,
} from '@multiball/shared/schema'
import { devOrigin, devVersion, isDeveloperTab } from './developerTab'
import type { RemoteFailure } from './failure'
import { guard } from './guard'
import { createLoader, type RemoteLoader } from './loader'
import type * as overrideRecords from './overrideRecords'
import type { ActiveOverrides } from './overrideSession'
import { readRegistry } from './readRegistry'
import { failureOf, watchThrows } from './watchThrows'
import { visitorId } from './visitor'

export { isRetryable, RemoteFailure, type RemoteFailureCode } from './failure'
export { ownRev } from './readRegistry'

const entryTimeoutMs = 4000
const patienceMs = 12_000

let loader: RemoteLoader | undefined
/** what reads and shows overrides, in a tab that has some */
let developer: typeof overrideRecords | undefined
let hasOverrides = false
/** tells what a boundary caught that is none of its own */
let tellThrown: ((thrown: unknown) => void) | undefined
/** reads a registry of later as this page's was read */
let compare:
  | ((
      isNewer: (own: Registry, now: Registry, loaded: readonly string[]) => boolean,
      given: unknown,
      loaded: readonly string[],
    ) => boolean)
  | undefined
const started = (): RemoteLoader => {
  if (!loader) throw new Error('startRemotes has not been called')
  return loader
}

/** The registry that the server wrote into the page. */
function inlinedRegistry(): Registry {
  const text = document.getElementById('mb-registry')?.textContent
  if (!text) throw new Error('The page has no registry')
  return readRegistry(JSON.parse(text))
}

/** The version of everything that this page provides, as the server wrote it into the page. */
const inlinedProvided = (): Provided =>
  JSON.parse(document.getElementById('mb-provided')?.textContent ?? '{}') as Provided

/**
 * Runs what begins with startRemotes: at once, and in a developer's tab once the code is there that reads what they changed.
 * @param isAllowed developers may change for their tab what is loaded, as for `overrides` of StartOptions
 */
export function whenOverridesAreKnown(isAllowed: boolean, start: () => void): void {
  if (!isDeveloperTab(location.href, () => sessionStorage, isAllowed)) return start()
  void import(/* webpackChunkName: "developer" */ './overrideRecords').then(
    (loaded) => {
      developer = loaded
      start()
    },
    (cause: unknown) => {
      console.error('What this tab overrides cannot be read', cause)
      start()
    },
  )
}

/** The overrides of this tab; none where the browser keeps nothing. */
function readOverrides(): ActiveOverrides | undefined {
  try {
    return developer?.activeOverrides(developer.browserPage)
  } catch {
    return undefined
  }
}

/** What tells a developer or a reviewer that they see what others do not: nobody else loads it. */
async function tellApart(registry: Registry, active: ActiveOverrides | undefined): Promise<void> {
  const isReview = document.getElementById('mb-review') !== null
  await Promise.all([
    active && developer?.tendOverrides(developer.browserPage, registry, active),
    isReview && import(/* webpackChunkName: "developer" */ './reviewBar').then(({ tendReview }) => tendReview()),
  ])
}

/** The server of remotes that a page of somebody else loads from: no cookie decides on canaries there, and no address on overrides. */
export interface RemoteHost {
  /** address that entries are relative to */
  base: string
  /** the answer of the server, not read yet */
  registry: unknown
  /** the versions of everything that this page provides */
  provided: Provided
}

export interface StartOptions {
  /** origins besides the page's own from which remotes may come */
  origins?: readonly string[]
  /** developers may change for their tab what is loaded, by the page's address; see whenOverridesAreKnown */
  overrides?: boolean
  /** where the registry comes from in somebody else's page; without it the server wrote it into the page */
  host?: RemoteHost
  /** takes every failure of a remote, also where its last good version stands in; those of builds on a developer's machine are theirs */
  onFailure?(failure: RemoteFailure): void
  /** takes every version of a remote that was loaded, but for builds on a developer's machine */
  onLoaded?(loaded: LoadedRemote): void
}

/** Makes the page's remotes loadable; called once, before anything else of this room. */
export function startRemotes({
  origins = [],
  overrides: isAllowed = false,
  host,
  onFailure,
  onLoaded,
}: StartOptions = {}): void {
  if (loader) return
  const inlined = host ? readRegistry(host.registry) : inlinedRegistry()
  const active = host || !isAllowed ? undefined : readOverrides()
  hasOverrides = active !== undefined
  const visitor = host ? undefined : visitorId(inlined)
  const everyones = registryFor(inlined, visitor)
  compare = (isNewer, given, loaded) => isNewer(everyones, registryFor(readRegistry(given), visitor), loaded)
  const base = host?.base ?? location.href
  const registry = (active && developer?.overridden(everyones, active.overrides, active.records)) ?? everyones
  const ports = Object.values(active?.overrides.dev ?? {})
  if (!host)
    tellApart(inlined, active).catch((cause: unknown) => console.error('What this page changes cannot be shown', cause))
  const allowed = [new URL(base).origin, ...origins, ...ports.map(devOrigin)]
  const pins = new Map(
    Object.values(registry.remotes)
      .flatMap(({ versions }) => Object.entries(versions))
      .map(([version, { entry }]) => [
        new URL(entry.src, base).href,
        version === devVersion ? undefined : entry.integrity,
      ]),
  )
  const pinOf = ({ origin, pathname }: URL) => {
    const href = origin + pathname
    return pins.has(href) ? { href, integrity: pins.get(href) } : undefined
  }
  setBoardTypes(boardTypesIn(registry))
  const provided = host?.provided ?? inlinedProvided()
  // A developer's own build is nobody else's business, and they want to see what was thrown.
  const tell = (failure: RemoteFailure) =>
    failure.version === devVersion ? console.error(failure.message, failure.cause) : onFailure?.(failure)
  const own =
    host || provided.shell
      ? undefined
      : Object.entries(registry.remotes).find(([, { active: version, versions }]) => versions[version]?.page)?.[0]
  watchThrows(allowed, own, tell)
  tellThrown = (thrown) => {
    const failure = failureOf(thrown, allowed, own)
    if (failure) tell(failure)
  }
  registerPlugins([guard({ pinOf, origins: allowed, timeoutMs: entryTimeoutMs })])
  loader = createLoader({
    registry,
    provided,
    origins: allowed,
    base,
    timeoutMs: entryTimeoutMs,
    patienceMs,
    onLoaded: (remote, version, ms) => version !== devVersion && onLoaded?.({ remote, version, ms }),
    onFailure: tell,
    runtime: {
      register: (remote) => {
        // A container that is there already would be taken instead of the new entry.
        Reflect.set(globalThis, remote.entryGlobalName, undefined)
        registerRemotes([{ ...remote, type: 'global' }])
      },
      load: (id) => loadRemote(id),
      hasArrived: (entryGlobalName) => Reflect.get(globalThis, entryGlobalName) !== undefined,
    },
  })
}

/**
 * The module that a remote exposes under this name, such as `./routes`.
 * @throws RemoteFailure when it cannot be had; see its codes
 */
export const loadExpose = <Module>(remote: string, expose: string): Promise<Module> =>
  started().loadExpose<Module>(remote, expose)

/** The same once it is there, so that it can be drawn at once; undefined until then. */
export const loadedExpose = <Module>(remote: string, expose: string): Module | undefined =>
  started().loadedExpose<Module>(remote, expose)

/** Tells what was thrown of the remote whose script threw it, where the page caught it above all remotes: while something was taken away. */
export const reportThrown = (thrown: unknown): void => tellThrown?.(thrown)

/** Makes the next load of this remote ask the network again. */
export const retryRemote = (remote: string): void => started().retry(remote)

/** The version of a remote that runs in this page, or would; undefined for a remote that is not in the registry. */
export const remoteVersion = (remote: string): string | undefined => loader?.version(remote)

/** The remote that shows boards of this type, undefined when none is published. */
export const remoteForDisplay = (type: BoardType): string | undefined => started().displayRemote(type)

/** True where a developer changed for this tab which remotes it loads. */
export const isOverridden = (): boolean => hasOverrides

/**
 * The registry's rev when one of these remotes was published, rolled back or switched since this page was written, so that
 * only a new page has what runs now. Undefined when not, and while the server does not answer.
 * @param remotes by default what the page is made of
 */
export async function newerRev(remotes?: readonly string[]): Promise<number | undefined> {
  // Where even its code does not come, the server does not answer.
  const reading = await import(/* webpackChunkName: "later" */ './registryRev').catch(() => undefined)
  // A page that could not read its own takes any other.
  return reading?.findNewerRev(
    (registry) => compare?.(reading.isNewer, registry, remotes ?? loader?.asked() ?? []) ?? true,
  )
}

/** Routes of all remotes, for the shell's router. */
export const listRoutes = () => started().routes()

/** Panels of remotes on Home, in order. */
export const listHomePanels = () => started().homePanels()

/** Navigation items of all remotes, in order. */
export const listNavigation = () => started().navigation()

/** Remotes that expose `./commands`, in the order of the navigation. */
export const listCommandRemotes = () => started().commandRemotes()

/** Remotes that expose `./help`, a section of the help page, in the order of the navigation. */
export const listHelpRemotes = () => started().helpRemotes()
