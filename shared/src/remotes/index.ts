import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { Registry, type BoardType, type Provided } from '@multiball/shared/schema'
import * as v from 'valibot'
import { guard } from './guard'
import { createLoader, type RemoteLoader } from './loader'

export { isRetryable, RemoteFailure, type RemoteFailureCode } from './failure'

const entryTimeoutMs = 4000

let loader: RemoteLoader | undefined
const started = (): RemoteLoader => {
  if (!loader) throw new Error('startRemotes has not been called')
  return loader
}

/** The registry that the server wrote into the page. */
function inlinedRegistry(): Registry {
  const text = document.getElementById('mb-registry')?.textContent
  if (!text) throw new Error('The page has no registry')
  return v.parse(Registry, JSON.parse(text))
}

/** The version of everything that this page provides, as the server wrote it into the page. */
const inlinedProvided = (): Provided => JSON.parse(document.getElementById('mb-provided')?.textContent ?? '{}') as Provided

/**
 * Makes the page's remotes loadable; called once, before anything else of this room.
 * @param origins origins besides the page's own from which remotes may come
 */
export function startRemotes({ origins = [] }: { origins?: readonly string[] } = {}): void {
  if (loader) return
  const registry = inlinedRegistry()
  const allowed = [location.origin, ...origins]
  const pins = new Map(
    Object.values(registry.remotes)
      .flatMap(({ versions }) => Object.values(versions))
      .map(({ entry }) => [new URL(entry.src, location.href).href, entry.integrity]),
  )
  const pinOf = ({ origin, pathname }: URL) => {
    const href = origin + pathname
    const integrity = pins.get(href)
    return integrity === undefined ? undefined : { href, integrity }
  }
  registerPlugins([guard({ pinOf, origins: allowed, timeoutMs: entryTimeoutMs })])
  loader = createLoader({
    registry,
    provided: inlinedProvided(),
    origins: allowed,
    base: location.href,
    timeoutMs: entryTimeoutMs,
    runtime: {
      register: (remote) => {
        // A container that is there already would be taken instead of the new entry.
        Reflect.set(globalThis, remote.entryGlobalName, undefined)
        registerRemotes([{ ...remote, type: 'global' }])
      },
      load: (id) => loadRemote(id),
    },
  })
}

/**
 * The module that a remote exposes under this name, such as `./routes`.
 * @throws RemoteFailure when it cannot be had; see its codes
 */
export const loadExpose = <Module>(remote: string, expose: string): Promise<Module> => started().loadExpose<Module>(remote, expose)

/** Makes the next load of this remote ask the network again. */
export const retryRemote = (remote: string): void => started().retry(remote)

/** The remote that shows boards of this type, undefined when none is published. */
export const remoteForDisplay = (type: BoardType): string | undefined => started().displayRemote(type)

/** Routes of all remotes, for the shell's router. */
export const listRoutes = () => started().routes()

/** Navigation items of all remotes, in order. */
export const listNavigation = () => started().navigation()
