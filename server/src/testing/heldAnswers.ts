import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { buildDocument } from '../edges/openapi/document'
import { AnswerCheck } from './answerCheck'

/** By request id, so that whoever sent the request can fail at once. */
const violations = new Map<string, string>()

/** Throws what is wrong with one answer. */
export function holdAnswer(requestId: unknown): void {
  const violation = violations.get(String(requestId))
  if (violation) throw new Error(violation)
}

/** Throws what was wrong with any answer since it was last asked. */
function holdAnswers(): void {
  const found = [...violations.values()]
  violations.clear()
  if (found.length > 0) throw new Error(`Answers that are not as the OpenAPI document says:\n${found.join('\n')}`)
}

// A test that catches what `call` throws, or injects on its own, fails all the same.
if (typeof afterEach === 'function') {
  afterEach(holdAnswers)
  afterAll(holdAnswers)
}

const textOf = (payload: unknown) => {
  if (payload === undefined || payload === null) return ''
  if (Buffer.isBuffer(payload)) return payload.toString('utf8')
  return typeof payload === 'string' ? payload : undefined
}

/** Holds every answer of the app against the document of its own calls. To be registered before its areas. */
const holding: FastifyPluginAsync = async (app) => {
  let check: AnswerCheck | undefined
  // A hook that threw would only change the answer: errors become answers too.
  app.addHook('onSend', async (request, reply, payload) => {
    const route = request.routeOptions.url
    if (!route?.startsWith('/api/') || request.method === 'OPTIONS') return
    check ??= checkOf(app)
    const { method, url } = request
    const wrong = check.violations({
      method,
      route,
      status: reply.statusCode,
      headers: reply.getHeaders(),
      text: textOf(payload),
    })
    if (wrong.length > 0)
      violations.set(request.id, `${method} ${url.slice(0, 300)} → ${reply.statusCode} ${wrong.join('; ')}`)
  })
}

/** By the calls of an app: those of the same areas are described alike, and to read a document takes its time. */
const checks = new Map<string, AnswerCheck>()

function checkOf({ describedRoutes }: FastifyInstance): AnswerCheck {
  const calls = describedRoutes.map(({ method, url }) => `${method} ${url}`).join()
  const check = checks.get(calls) ?? new AnswerCheck(buildDocument(describedRoutes, { version: '0', serverUrl: '/' }))
  checks.set(calls, check)
  return check
}

/** Its hook is for the whole app, not for an area of its own. */
export const holdingAnswers: FastifyPluginAsync = Object.assign(holding, { [Symbol.for('skip-override')]: true })
