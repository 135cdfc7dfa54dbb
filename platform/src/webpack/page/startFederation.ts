import { createInstance, getInstance, init } from '@module-federation/enhanced/runtime'
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js'
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js'
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js'
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js'

type Options = Parameters<typeof init>[0]

/**
 * Remotes are built without the federation runtime (20 KB each): the page publishes its own for them, its core and what
 * they use of that which ties it to webpack.
 */
declare global {
  var _MULTIBALL_FEDERATION: object | undefined
}

/** A remote has an instance of its own in the page's runtime. */
function initRemote({ webpackRequire: { federation } }: { webpackRequire: { federation: { initOptions: Options } } }) {
  const options = federation.initOptions
  const known = getInstance(({ name }) => name === options.name)
  known?.initOptions(options)
  return known ?? createInstance(options)
}

/** What a page provides to remotes: the version of a module, and how to get it. */
type Provided = readonly [version: string, get: () => unknown]

/**
 * Makes the page the host of a federation. Its own modules import each other as in any bundle; only remotes ask for shares.
 * @param name of the host's instance, of which a page has one
 * @param shares by import name
 */
export function startFederation(name: string, shares: Record<string, Provided>): void {
  globalThis._MULTIBALL_FEDERATION ??= {
    runtime: {},
    bundlerRuntime: { init: initRemote, initContainerEntry, consumes, I: initializeSharing },
    attachShareScopeMap,
  }
  const shared = Object.entries(shares).map(([share, [version, get]]) => {
    const load = async () => {
      const module = await get()
      return () => module
    }
    return [
      share,
      { version, get: load, shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}` } },
    ]
  })
  init({ name, remotes: [], shareStrategy: 'loaded-first', shared: Object.fromEntries(shared) as Options['shared'] })
}
