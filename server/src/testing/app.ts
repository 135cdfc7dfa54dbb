import type { FastifyInstance, FastifyPluginAsync, InjectOptions } from 'fastify'
import type { Kysely } from 'kysely'
import { buildApp } from '../app'
import type { AppDependencies } from '../app'
import type { Tables } from '../ground/database/tables'
import { holdAnswer, holdingAnswers } from './heldAnswers'

/**
 * The app with these areas, quiet, for app.inject. Close it in afterAll. An answer of a described call that is not as the
 * OpenAPI document says fails the test.
 */
export const buildTestApp = (
  db: Kysely<Tables>,
  areas: FastifyPluginAsync[],
  options: Partial<AppDependencies> = {},
): Promise<FastifyInstance> =>
  buildApp({
    config: { publicUrl: 'http://localhost:3000', proxies: 0, logLevel: 'silent' },
    db,
    areas: [holdingAnswers, ...areas],
    ...options,
  })

export interface Answer {
  status: number
  /** the parsed JSON; undefined for an empty answer and a table */
  body: unknown
  text: string
  headers: Record<string, string | number | string[] | undefined>
}

/** Sends one request and reads its JSON answer. */
export async function call(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  {
    token,
    body,
    headers,
    remoteAddress,
  }: { token?: string; body?: InjectOptions['payload']; headers?: Record<string, string>; remoteAddress?: string } = {},
): Promise<Answer> {
  const response = await app.inject({
    method,
    url,
    remoteAddress,
    ...(body !== undefined && { payload: body }),
    headers: { ...(token && { authorization: `Token ${token}` }), ...headers },
  })
  holdAnswer(response.headers['x-request-id'])
  const isJson = response.body !== '' && !String(response.headers['content-type']).startsWith('text/csv')
  return {
    status: response.statusCode,
    body: isJson ? JSON.parse(response.body) : undefined,
    text: response.body,
    headers: response.headers,
  }
}

/** A multipart body of these fields as a browser sends it, for `call`. */
export async function makeUpload(
  fields: Record<string, string | File>,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const request = new Request('http://host/', { method: 'POST', body: form })
  return {
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type')! },
  }
}
