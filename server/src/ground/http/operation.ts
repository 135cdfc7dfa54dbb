import type { TokenScope } from '@multiball/shared/schema'
import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type * as v from 'valibot'

/** A part of a multipart body that is a file. */
export interface FilePart {
  file: string
  /** MIME types that are taken */
  types: readonly string[]
  required?: boolean
}

/** What a call takes and answers, in the schemas that the server applies. The OpenAPI document is made of these. */
export interface Operation {
  /** a few words, without a full stop */
  summary: string
  /** who may call: anyone, a signed-in user, a machine's device or key, a TV, a program with a feed's key, a bridge; `optional`: anyone, and a signed-in user sees more; `guest`: anyone, a signed-in user, and whoever has a guest’s token; `operator`: a signed-in user who may change what runs on this server */
  actor: 'anyone' | 'optional' | 'guest' | 'user' | 'operator' | 'device' | 'tv' | 'feed' | 'bridge'
  /** what an API token needs to make a user's call; without it, API tokens may not */
  scope?: TokenScope
  query?: v.GenericSchema
  /** JSON, and forms of the same fields */
  body?: v.GenericSchema
  /** the body is multipart: this file beside the fields of `body` */
  upload?: FilePart
  /** what an operator reads in the log when it is called: a few words on what happened */
  audit?: string
  /** by status; null has no body. The errors that every call of its kind may answer need not be named. */
  answers: Record<number, v.GenericSchema | null>
  /** MIME type of a good answer that is no JSON, such as text/csv; its schema is that of the text */
  contentType?: string
  /** refusals besides those that follow from the rest: 400 of query or body, 401 of a user's call */
  refusals?: readonly (400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500)[]
}

export interface DescribedRoute {
  method: string
  /** fastify's path, with `:id` */
  url: string
  /** there is a limit to how often it may be called */
  isLimited: boolean
  operation: Operation | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
  interface FastifyInstance {
    /** every call of the API, in the order in which it was made */
    describedRoutes: DescribedRoute[]
  }
}

/** Options of a route that say what it is, beside others that it has. */
export const describes = (operation: Operation, options: RouteShorthandOptions = {}): RouteShorthandOptions => ({
  ...options,
  config: { ...options.config, operation },
})

/** A page and its files, no call. */
const docs = '/api/docs/'

/** Collects what the routes of `/api/` say of themselves. To be called before they are made. */
export function collectOperations(app: FastifyInstance): void {
  const described: DescribedRoute[] = []
  app.decorate('describedRoutes', described)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!url.startsWith('/api/') || url.startsWith(docs)) return
    for (const one of [method].flat()) {
      if (one === 'HEAD' || one === 'OPTIONS') continue
      described.push({ method: one, url, isLimited: config?.isLimited === true, operation: config?.operation })
    }
  })
}
