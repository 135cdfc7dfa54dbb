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
  throw new Error('This is left out of this build')
}
export {
  leftOut as defaultPreloadArgs,
  leftOut as formatPreloadArgs,
  leftOut as normalizePreloadExposes,
  leftOut as preloadAssets,
}

/*
 * Then how what a chunk consumes is told to the runtime. Ours takes what remotes are built with, and neither what a build
 * gives to others nor what it consumes before its first chunk: remotes do neither.
 */

interface Consumed {
  fallback: () => unknown
  shareKey: string
  shareScope?: string | string[]
  requiredVersion?: string
  strictVersion?: boolean
  singleton?: boolean
  eager?: boolean
  layer?: string
}

interface ConsumeOptions {
  webpackRequire: {
    consumesLoadingData?: {
      _updated?: 1
      moduleIdToConsumeDataMapping?: Record<string, Consumed>
      chunkMapping?: Record<string, (string | number)[]>
    }
  }
  moduleToHandlerMapping: Record<string, object>
  chunkMapping: Record<string, (string | number)[]>
}

/** Adds what the build has learnt of its shares to what the runtime goes by, once. */
export function updateConsumeOptions({
  webpackRequire: { consumesLoadingData: data },
  moduleToHandlerMapping,
  chunkMapping,
}: ConsumeOptions): void {
  if (!data || data._updated) return
  for (const [id, { fallback, shareKey, shareScope = 'default', ...given }] of Object.entries(
    data.moduleIdToConsumeDataMapping ?? {},
  )) {
    moduleToHandlerMapping[id] ??= {
      getter: fallback,
      shareKey,
      shareInfo: { shareConfig: given, scope: [shareScope].flat() },
    }
  }
  for (const [id, modules] of Object.entries(data.chunkMapping ?? {}))
    chunkMapping[id] = [...new Set([...(chunkMapping[id] ?? []), ...modules])]
  data._updated = 1
}
export { leftOut as updateRemoteOptions }

/** Said of the host with its errors, where they are gathered: pages report their failures themselves. */
export const optionsToMFContext = () => undefined

/* Then how an entry's script is asked for. The guard of shared's `remotes` makes every one of them, so there is none to find or to dress. */

interface ScriptRequest {
  createScriptHook: (url: string) => { script: HTMLScriptElement; timeout: number }
}

/**
 * Waits for a script, which is taken out of the page again.
 * @throws ScriptNetworkError where it does not come in time or at all, ScriptExecutionError where it came and threw
 */
export const loadScript = (url: string, { createScriptHook }: ScriptRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    const { script, timeout } = createScriptHook(url)
    let failure: string | undefined
    const note = ({ filename, message }: ErrorEvent) => {
      if (filename === script.src) failure = `ScriptExecutionError: ${url} came and threw: ${message}`
    }
    const end = () => {
      clearTimeout(timer)
      removeEventListener('error', note)
      script.remove()
      if (failure) reject(new Error(failure))
      else resolve()
    }
    const lost = (why: string) => () => {
      failure = `ScriptNetworkError: ${url} ${why}`
      end()
    }
    const timer = setTimeout(lost('timed out'), timeout)
    addEventListener('error', note)
    script.onload = end
    script.onerror = lost('did not come')
    document.head.append(script)
  })
export { leftOut as createLink, leftOut as createScript, leftOut as isStaticResourcesEqual, leftOut as safeWrapper }

/* Last its way to the console, which it has in common with the compiler. */

/** What the runtime says, with whose words they are. */
export const createLogger = (name: string) => {
  const say =
    (method: 'log' | 'warn' | 'error') =>
    (...words: unknown[]) =>
      console[method](name, ...words)
  return {
    log: say('log'),
    info: say('log'),
    success: say('log'),
    ready: say('log'),
    warn: say('warn'),
    error: say('error'),
    debug: () => {},
  }
}
export const logger = createLogger('[ Module Federation ]')
export { leftOut as bindLoggerToCompiler, createLogger as createInfrastructureLogger, logger as infrastructureLogger }
