import ky, { HTTPError } from 'ky'
import type { Options } from 'ky'
import type * as v from 'valibot'
import { ApiError, failure } from './ApiError'
import { pageConfig } from './pageConfig'
import { apiSettings } from './settings'

// What ky calls and Chrome 87, the browser of old TVs, does not have.
Object.hasOwn ??= (owner, key) => Object.prototype.hasOwnProperty.call(owner, key)
AbortSignal.prototype.throwIfAborted ??= function () {
  if (this.aborted) throw new DOMException('The request was aborted.', 'AbortError')
}

export type Query = Record<string, string | number | boolean | undefined>

interface CallOptions {
  /** an Authorization header in place of the session's; where it is refused, the session goes on */
  authorization?: string
}

interface ReadOptions extends CallOptions {
  query?: Query
  signal?: AbortSignal
  /** how often a read that met the network's or a gateway's failure is tried again; default 1 */
  retries?: number
}

/** Pages preload what they read first. Chrome 87 uses a preload only for a request without an Accept header, and ky sets one. */
const withoutAccept = ({ request }: { request: Request }) => request.headers.delete('accept')

const readTimeoutMs = 10_000
const writeTimeoutMs = 20_000
const uploadTimeoutMs = 120_000

/** GET, its answer parsed with `schema`. Throws ApiError, or the abort's reason when `signal` was aborted. */
export const read = <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  { query, signal, retries = 1, authorization }: ReadOptions = {},
) =>
  call(
    path,
    { method: 'get', searchParams: query, signal, timeout: readTimeoutMs, retry: retriesOf(retries) },
    (request) => request.json<Schema>(schema),
    authorization,
  ) as Promise<v.InferOutput<Schema>>

/** GET of something to keep as it is. Throws as `read` does. */
export const readFile = (path: string, { query, signal }: Pick<ReadOptions, 'query' | 'signal'> = {}): Promise<Blob> =>
  call(path, { method: 'get', searchParams: query, signal, timeout: uploadTimeoutMs, retry: 0 }, (request) =>
    request.blob(),
  )

/** A write with an answer, parsed with `schema`; never tried again. Throws ApiError. */
export const write = <Schema extends v.GenericSchema>(
  method: 'post' | 'put' | 'patch',
  path: string,
  body: unknown,
  schema: Schema,
  { authorization }: CallOptions = {},
) =>
  call(
    path,
    { method, json: body, timeout: writeTimeoutMs, retry: 0 },
    (request) => request.json<Schema>(schema),
    authorization,
  ) as Promise<v.InferOutput<Schema>>

/** A write with a file among its fields, its answer parsed with `schema`; never tried again. Throws ApiError. */
export const upload = <Schema extends v.GenericSchema>(
  method: 'post' | 'patch',
  path: string,
  body: FormData,
  schema: Schema,
  { authorization }: CallOptions = {},
) =>
  call(
    path,
    { method, body, timeout: uploadTimeoutMs, retry: 0 },
    (request) => request.json<Schema>(schema),
    authorization,
  ) as Promise<v.InferOutput<Schema>>

/** A write whose answer nobody reads; never tried again. Throws ApiError. */
export const command = (method: 'post' | 'delete', path: string, body?: unknown, { authorization }: CallOptions = {}) =>
  call(
    path,
    { method, json: body, timeout: writeTimeoutMs, retry: 0 },
    async (request) => void (await request),
    authorization,
  )

const retriesOf = (limit: number) => ({
  limit,
  methods: ['get' as const],
  statusCodes: [502, 503, 504],
  maxRetryAfter: 5_000,
})

/** The token whose refusal was told already. */
let refusedToken: string | undefined

async function call<Answer>(
  path: string,
  options: Options,
  answerOf: (request: ReturnType<typeof ky>) => Promise<Answer>,
  authorization?: string,
): Promise<Answer> {
  const { apiHost, token, onUnauthorized, onOutcome } = apiSettings()
  const sentToken = authorization === undefined ? token() : undefined
  const Authorization = authorization ?? (sentToken && `Token ${sentToken}`)
  try {
    const address = new URL(path, (apiHost ?? pageConfig().apiHost) || location.origin)
    const answer = await answerOf(
      ky(address, {
        ...options,
        headers: Authorization ? { Authorization } : {},
        hooks: { beforeRequest: [withoutAccept] },
      }),
    )
    onOutcome?.(options.method === 'post' || options.method === 'delete' ? 'changed' : 'answered')
    return answer
  } catch (thrown) {
    const refused = thrown instanceof HTTPError && thrown.response.status === 401
    // Who signed in again meanwhile keeps the new token. Without one, the page may not know yet that it is gone.
    if (refused && authorization === undefined && sentToken === token() && (!sentToken || sentToken !== refusedToken)) {
      refusedToken = sentToken
      onUnauthorized()
    }
    const told = failure(thrown, options.signal ?? undefined)
    if (told instanceof ApiError) onOutcome?.(isUnanswered(told) ? 'unanswered' : 'answered')
    throw told
  }
}

/** True where no server of ours spoke: ours says why it cannot answer. */
const isUnanswered = ({ status, detail, cause }: ApiError) =>
  status === 0 || (cause instanceof HTTPError && [502, 503, 504].includes(status) && detail === undefined)
