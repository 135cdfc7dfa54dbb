import { makeTonight } from './makers'

export interface FakeRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: Headers
  /** parsed JSON, or the fields of a form; undefined without one */
  body: unknown
  /** values of the pattern's `:names` */
  params: Record<string, string>
}

/** An answer other than 200 with a JSON body. */
export class FakeAnswer {
  constructor(
    readonly status: number,
    readonly body?: unknown,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** What the server says with a status where a test says nothing. */
const refusals: Record<number, string> = { 401: 'Invalid token.', 404: 'Item not found.' }

type Handler = (request: FakeRequest) => unknown

interface Rule {
  method: string
  pattern: RegExp
  handler: Handler
}

/**
 * Stands in for the network: replaces `globalThis.fetch` until `close()`. A handler answers a body (200), a
 * FakeAnswer, a whole Response, or a promise of one of them; what it throws is a failure of the network. The rule given last comes first.
 */
export class FakeServer {
  /** every request so far, oldest first */
  readonly requests: FakeRequest[] = []
  #rules: Rule[] = []
  #realFetch = globalThis.fetch

  constructor() {
    globalThis.fetch = (input, init) => this.#answer(new Request(input, init))
    // Every page of the dashboard asks.
    this.on('GET', '/api/tonight/', () => makeTonight())
    this.on('GET', '/api/counts/', () => ({ boards: {}, venues: 0, tvs: 0 }))
  }

  /** `pattern` is a path such as `/api/scoreboard/:id/`. */
  on(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', pattern: string, handler: Handler): this {
    this.#rules.unshift({ method, pattern: new RegExp(`^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`), handler })
    return this
  }

  /** The requests of a method to a path, oldest first. */
  sent(method: string, path: string): FakeRequest[] {
    return this.requests.filter((request) => request.method === method && request.path === path)
  }

  close(): void {
    globalThis.fetch = this.#realFetch
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const body = await bodyOf(request)
    const rule = this.#rules.find(({ method, pattern }) => method === request.method && pattern.test(pathname))
    const seen: FakeRequest = {
      method: request.method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body,
      params: { ...rule?.pattern.exec(pathname)?.groups },
    }
    this.requests.push(seen)
    if (!rule) throw new TypeError(`fetch failed: the fake server has no answer to ${seen.method} ${pathname}`)
    const answer = await abortable(rule.handler(seen), request.signal)
    if (answer instanceof Response) return answer
    const { status, body: answered, headers } = answer instanceof FakeAnswer ? answer : new FakeAnswer(200, answer)
    // Without a sentence it would be somebody else's.
    const told = answered === undefined && status in refusals ? { detail: refusals[status] } : answered
    return new Response(told === undefined ? null : JSON.stringify(told), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
}

async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/')) return Object.fromEntries(await request.formData())
  const text = await request.text()
  return text ? JSON.parse(text) : undefined
}

function abortable(answer: unknown, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    Promise.resolve(answer).then(resolve, reject)
  })
}
