import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import * as v from 'valibot'
import type { CustomType } from '../boards/custom/types'
import { describes } from '../http/operation'
import { serverFolder } from '../serverFolder'
import { docsPage, docsPolicy, docsScript, docsStyle } from './docsPage'
import { buildDocument } from './document'

interface OpenapiDependencies {
  /** where the API is, without a slash at its end; empty: where the document is */
  apiHost: string
  /** of remotes; the same map while they are the same. Missing where there are none */
  types?: { all(): Promise<ReadonlyMap<string, CustomType>> }
}

const described = ({ name, isAvailable, published: { singular, plural }, schema }: CustomType) => (isAvailable ? [{ name, singular, plural, schema }] : [])

const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(path.join(serverFolder, 'package.json'), 'utf8')))

const swaggerFolder = path.dirname(createRequire(path.join(serverFolder, 'package.json')).resolve('swagger-ui-dist/package.json'))
const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const

const Document = v.looseObject({ openapi: v.literal('3.1.0'), paths: v.record(v.string(), v.unknown()) })

/** The API in OpenAPI, and a page to try it. */
export function openapiRoutes({ apiHost, types }: OpenapiDependencies): FastifyPluginAsync {
  const policy = docsPolicy(apiHost === '' ? undefined : new URL(apiHost).origin)
  const safely = (reply: FastifyReply) =>
    reply
      .header('content-security-policy', policy)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache')

  return async (app) => {
    let written: { bytes: Buffer; etag: string; of: ReadonlyMap<string, CustomType> | undefined } | undefined
    /** Made when it is first asked for, and when there are other types: by then every call is there. */
    const write = (of: ReadonlyMap<string, CustomType> | undefined) => {
      const custom = [...(of?.values() ?? [])].flatMap(described)
      const bytes = Buffer.from(JSON.stringify(buildDocument(app.describedRoutes, { version, serverUrl: apiHost === '' ? '/' : apiHost, types: custom })))
      return { bytes, of, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` }
    }

    app.get('/api/openapi.json', describes({ summary: 'This document', actor: 'anyone', answers: { 200: Document, 304: null } }), async (request, reply) => {
      const now = await types?.all()
      if (!written || written.of !== now) written = write(now)
      reply.header('etag', written.etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match']?.includes(written.etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(written.bytes)
    })

    await app.register(fastifyStatic, { root: swaggerFolder, serve: false })
    app.get('/api/docs/', async (_request, reply) => safely(reply).type('text/html; charset=utf-8').send(docsPage))
    app.get('/api/docs/docs.js', async (_request, reply) => safely(reply).type('text/javascript; charset=utf-8').send(docsScript))
    app.get('/api/docs/docs.css', async (_request, reply) => safely(reply).type('text/css; charset=utf-8').send(docsStyle))
    for (const file of swaggerFiles) app.get(`/api/docs/${file}`, async (_request, reply) => safely(reply).sendFile(file, { cacheControl: false }))
  }
}
