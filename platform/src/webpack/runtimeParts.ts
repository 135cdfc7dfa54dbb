/*
 * In the place of parts of the federation runtime, by trimRuntime.ts. First its descriptions of its own errors: an error says
 * its code and leads to the page that describes it, and no page has to carry the sentences for all of them.
 */

export const runtimeDescMap = {}
export const typeDescMap = {}
export const buildDescMap = {}
export const errorDescMap = {}

/*
 * Then snapshots, which describe remotes by manifests of their own where we have the registry, and preloading, which the pages'
 * HTML does. `disableSnapshot` leaves out the plugins that ask for them, not them.
 */

/** A remote's description: there is none. */
export const getGlobalRemoteInfo = () => ({})

/** Takes plugins' hooks, and calls none. */
export class SnapshotHandler {
  hooks = { applyPlugin: () => undefined }
}

function leftOut(): never {
  throw new Error('Preloading is left out of this build')
}
export { leftOut as defaultPreloadArgs, leftOut as formatPreloadArgs, leftOut as normalizePreloadExposes, leftOut as preloadAssets }

/* Last its way to the console, which it has in common with the compiler. */

/** What the runtime says, with whose words they are. */
export const createLogger = (name: string) => {
  const say =
    (method: 'log' | 'warn' | 'error') =>
    (...words: unknown[]) =>
      console[method](name, ...words)
  return { log: say('log'), info: say('log'), success: say('log'), ready: say('log'), warn: say('warn'), error: say('error'), debug: () => {} }
}
export const logger = createLogger('[ Module Federation ]')
export { leftOut as bindLoggerToCompiler, createLogger as createInfrastructureLogger, logger as infrastructureLogger }
