import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController } from 'fastify'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from './config'
import type { Tables } from './database/tables'
import { installAuth } from './http/auth'
import { installCors } from './http/cors'
import { answerError, installErrors } from './http/errors'
import { installHealth } from './http/health'
import { installHttps } from './http/https'
import { loggerOptions } from './http/logger'

declare module 'fastify' {
  interface FastifyInstance {
    /** from now on /readyz answers 503 */
    startDraining(): void
  }
}

export interface AppDependencies {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'logLevel'>
  db: Kysely<Tables>
  /** the areas of the server, each with its own routes */
  areas: FastifyPluginAsync[]
  /** answers every path that no area has; without it that is a 404 */
  pages?: FastifyPluginAsync
}

const bodyLimitBytes = 1024 * 1024
/** for a request to arrive whole */
const requestTimeoutMs = 120_000

/** The HTTP server with all that its areas share. It neither listens nor owns the database. */
export async function buildApp({ config, db, areas, pages }: AppDependencies): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(config.logLevel),
    // Thousands of viewers poll: only what fails is worth a line.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  let isDraining = false
  app.decorate('startDraining', () => {
    isDraining = true
  })

  installErrors(app)
  installHttps(app, config.publicUrl)
  installCors(app)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onSend', async (request, reply) => {
    // A connection that is kept alive would hold up the end.
    if (isDraining) reply.header('connection', 'close')
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  installAuth(app, db)
  await app.register(formbody, { bodyLimit: bodyLimitBytes })
  await app.register(rateLimit, { global: false })
  installHealth(app, db, () => isDraining)

  for (const area of areas) await app.register(area)
  if (pages) await app.register(pages)
  else app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ detail: 'Not found.' }))
  return app
}
