import { injectIntoGlobalHook } from 'react-refresh/runtime'

// React DOM looks for this once, when it starts: nothing may import it before.
injectIntoGlobalHook(globalThis)
// The remotes' builds would do the same again, each for itself.
globalThis.__reactRefreshInjected_multiball = true
