import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import { Registry } from 'prom-client'
import type { AppDependencies } from '../app'
import { BoardChanges } from '../core/boards/changes'
import { compose } from '../compose'
import { guardedPost } from '../ground/http/guardedPost'
import { readConfig } from '../ground/process/config'
import type { Tables } from '../ground/database'
import type { Composition } from '../server'
import { buildTestApp } from './app'

export interface WholeApp {
  app: FastifyInstance
  composition: Composition
  metrics: Registry
  /** what went wrong in the background */
  errors: unknown[]
  /** what is behind an answer of 500 or 503, by request id */
  causes: Map<string, unknown>
  /** Listens on a free port, sockets included. Answers such as http://127.0.0.1:41234 */
  listen(): Promise<string>
  close(): Promise<void>
}

/** Takes what the log is told of failed requests. */
const hearCauses = (causes: Map<string, unknown>): FastifyPluginAsync =>
  Object.assign(
    async (app: FastifyInstance) => {
      app.addHook('onRequest', async (request) => {
        const { log } = request
        const hearing = (level: 'error' | 'debug') => (told: { err?: unknown }, message?: string) => {
          causes.set(request.id, told.err)
          log[level](told, message)
        }
        request.log = Object.assign(Object.create(log) as typeof log, {
          error: hearing('error'),
          debug: hearing('debug'),
        })
      })
    },
    { [Symbol.for('skip-override')]: true },
  )

/** Webhooks that a test makes lead nowhere else. */
const postHere: typeof guardedPost = async (url, options) => {
  if (url.hostname !== '127.0.0.1') throw new Error('Tests call only this machine')
  return guardedPost(url, options)
}

/** Where no build is: what is built in this folder at the moment must not matter. */
const nothingBuilt = path.join(tmpdir(), 'multiball-nothing-built')

/** Tests call no host of somebody else's. */
const nobodyElse = {
  PINBALL_MAP_URL: 'http://127.0.0.1:9',
  MATCHPLAY_API_URL: 'http://127.0.0.1:9',
  MATCHPLAY_SOCKET_URL: 'ws://127.0.0.1:9',
}

/** All areas of the server over a test database, as they are put together for the product; without its pages. */
export async function buildWholeApp(
  db: Kysely<Tables>,
  options: Partial<AppDependencies> = {},
  environment: Record<string, string> = {},
  readDb = db,
): Promise<WholeApp> {
  const config = readConfig({ LOG_LEVEL: 'silent', DEPLOY_DIR: nothingBuilt, ...nobodyElse, ...environment })
  const errors: unknown[] = []
  const causes = new Map<string, unknown>()
  const made: { app?: FastifyInstance } = {}
  const onError = (error: unknown) => {
    errors.push(error)
    made.app?.log.error({ err: error }, 'in the background')
  }
  const metrics = new Registry()
  const { tracesUrl } = config
  const traces =
    tracesUrl === undefined
      ? undefined
      : await import('../ground/tracing/traces').then(({ Traces }) => new Traces(tracesUrl))
  const composition = compose({
    config,
    db,
    readDb,
    databaseUrl: '',
    changes: new BoardChanges(onError),
    metrics,
    traces,
    onError,
    tell: () => {},
    postToHook: postHere,
  })
  const app = (made.app = await buildTestApp(db, [hearCauses(causes), ...composition.areas], { config, ...options }))
  return {
    app,
    composition,
    metrics,
    errors,
    causes,
    listen: async () => {
      composition.attach?.(app)
      return app.listen({ port: 0, host: '127.0.0.1' })
    },
    close: async () => {
      await composition.drain?.()
      await app.close()
      await composition.close?.()
      await traces?.close()
    },
  }
}
