import * as core from '@module-federation/runtime-core'

// Remotes are built without the federation runtime's core (16 KB each); the page publishes its own for them.
declare global {
  var _FEDERATION_RUNTIME_CORE: typeof core | undefined
}
globalThis._FEDERATION_RUNTIME_CORE ??= core

export default () => ({ name: 'multiball-publish-core' })
