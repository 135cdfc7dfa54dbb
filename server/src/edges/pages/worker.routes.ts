import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { registryFor, visitorOf, type Registry } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { RegistryStore } from '../../ground/registry/registry.store'

interface WorkerOptions {
  deployFolder: string
  store: RegistryStore
  /** false takes the worker out of the browser that asks */
  isWanted(request: FastifyRequest): boolean
  /** origins besides the page's own that pages use */
  origins: readonly string[]
}

/** Where viewers register their worker, whichever version runs. */
export const workerAddress = '/viewer/worker.js'

/**
 * Takes the place of a viewers' worker that is not wanted any more: removes what it kept, and then itself. Browsers ask for
 * the worker's script on their own after every visit, past the worker, so this reaches them whatever it answers.
 */
export const clearingWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clear()))
async function clear() {
  // Pages that are open go past it from now on.
  await clients.claim()
  for (const name of await caches.keys()) if (name.startsWith('multiball-')) await caches.delete(name)
  await registration.unregister()
}
`

/** The file of the service worker that this visitor's viewer page comes with. */
function workerOf(registry: Registry, visitor: string | undefined): string | undefined {
  const { remotes } = registryFor(registry, visitor)
  const records = Object.values(remotes).flatMap(({ enabled, active, versions }) =>
    enabled ? (versions[active] ?? []) : [],
  )
  return records.find(({ page }) => page?.path === '/viewer/*')?.page?.worker
}

/** The script of the viewers' worker: that of the active version, or, where none is wanted or there is none, one that clears up after it. */
export function workerRoutes({ deployFolder, store, isWanted, origins }: WorkerOptions): FastifyPluginAsync {
  const policy = [
    `default-src 'none'`,
    `connect-src ${["'self'", ...origins].join(' ')}`,
    `require-trusted-types-for 'script'`,
  ].join('; ')

  async function script(request: FastifyRequest): Promise<string> {
    const file = isWanted(request) ? workerOf(await store.read(), visitorOf(request.headers.cookie ?? '')) : undefined
    // Another origin's script cannot be this one's worker.
    return file?.startsWith('/r/')
      ? readFile(path.join(deployFolder, path.posix.normalize(file)), 'utf8')
      : clearingWorker
  }

  return async (app) => {
    app.get(workerAddress, async (request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        // Below /viewer/ by itself; the short address of TVs besides.
        .header('service-worker-allowed', '/')
        .header('content-security-policy', policy)
        .header('x-content-type-options', 'nosniff')
        .header('vary', 'cookie')
        .send(await script(request)),
    )
  }
}
