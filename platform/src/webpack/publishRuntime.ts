import * as core from '@module-federation/runtime-core'
import federation from '@module-federation/webpack-bundler-runtime/bundler'
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js'

/*
 * Remotes are built without the federation runtime (20 KB each): the page publishes its own for them, its core and what
 * ties that to webpack. Pages expose nothing themselves, so the build leaves out of theirs what a container needs.
 */
declare global {
  var _FEDERATION_RUNTIME_CORE: typeof core | undefined
  var _MULTIBALL_FEDERATION: object | undefined
}

const { bundlerRuntime } = federation
const runtime = federation.runtime!
type Options = Parameters<typeof runtime.init>[0]

/** The runtime's own finds the page's instance for every build that shares its code; a remote has one of its own. */
function init(options: Options) {
  const known = runtime.getInstance(({ name }) => name === options.name)
  known?.initOptions(options)
  return known ?? runtime.createInstance(options)
}

globalThis._FEDERATION_RUNTIME_CORE ??= core
globalThis._MULTIBALL_FEDERATION ??= { ...federation, runtime: { ...runtime, init }, bundlerRuntime: { ...bundlerRuntime, initContainerEntry } }

export default () => ({ name: 'multiball-publish-runtime' })
