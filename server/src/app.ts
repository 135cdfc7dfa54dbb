import { randomUUID } from 'node:crypto'
import { parse as parseForm } from 'node:querystring'
import formbody from '@fastify/formbody'
import Fastify, { LogController } from 'fastify'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import { livingSince } from './core/accounts/logins.store'
import { recordEvent } from './core/accounts/trail.store'
import type { Tables } from './ground/database/tables'
import { installAuth } from './ground/http/auth'
import { installCaller } from './ground/http/caller'
import { installCors } from './ground/http/cors'
import { answerError, answerUnreadable, installErrors } from './ground/http/errors'
import { installHealth } from './ground/http/health'
import { installHttps } from './ground/http/https'
import { acceptJson } from './ground/http/jsonBodies'
import { loggerOptions, requestLogger, installAudit } from './ground/http/logger'
import { collectOperations } from './ground/http/operation'
import { originForm } from './ground/http/target'
import type { Config } from './ground/process/config'

declare module 'fastify' {
  interface FastifyInstance {
    /** from now on /readyz answers 503 */
    startDraining(): void
    /** false: nobody calls too often */
    isLimited: boolean
  }
}

export interface AppDependencies {
  config: Pick<Config, 'publicUrl' | 'proxies' | 'logLevel'>
  db: Kysely<Tables>
  /** the areas of the server, each with its own routes */
  areas: FastifyPluginAsync[]
  /** answers every path that no area has; without it that is a 404 */
  pages?: FastifyPluginAsync
  /** false: nobody calls too often; for tests */
  isLimited?: boolean
  /** what keeps the areas from their work; undefined while nothing does */
  trouble?: () => string | undefined
  /** takes the app before it has routes, to see every request */
  observe?: (app: FastifyInstance) => void
  /** takes the log's lines in place of standard output */
  logStream?: { write(line: string): void }
}

const bodyLimitBytes = 1024 * 1024
/** for a request to arrive whole */
const requestTimeoutMs = 120_000

/** The HTTP server with all that its areas share. It neither listens nor owns the database. */
export async function buildApp({
  config,
  db,
  areas,
  pages,
  isLimited = true,
  trouble,
  observe,
  logStream,
}: AppDependencies): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(config.logLevel, logStream),
    childLoggerFactory: requestLogger,
    // Thousands of viewers poll: only what fails is worth a line.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    rewriteUrl: ({ url = '/' }) => originForm(url),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  let isDraining = false
  app.decorate('startDraining', () => {
    isDraining = true
  })

  app.decorate('isLimited', isLimited)

  installCaller(app, config.proxies)
  observe?.(app)
  installErrors(app)
  installHttps(app, config.publicUrl)
  installCors(app, config.publicUrl)
  // These hooks run for every poll and post: without promises.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // A connection that is kept alive would hold up the end.
    if (isDraining) reply.header('connection', 'close')
    reply.header('x-content-type-options', 'nosniff')
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  installAuth(app, db, livingSince)
  installAudit(app, (event) => recordEvent(db, event))
  acceptJson(app)
  // Reads a thousand fields of a form and no more: a MB of them would take half a second, before the sender is known.
  await app.register(formbody, { bodyLimit: bodyLimitBytes, parser: (text) => parseForm(text) })
  installHealth(app, { db, isDraining: () => isDraining, trouble })

  collectOperations(app)
  for (const area of areas) await app.register(area)
  if (pages) await app.register(pages)
  else app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ detail: 'Not found.' }))
  return app
}
