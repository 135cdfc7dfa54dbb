import fc from 'fast-check'
import type { DocumentedCall } from '../edges/openapi/document'
import { holdAnswer } from '../testing/heldAnswers'
import { requestsOf } from './requests'
import type { DescribedCall, GeneratedRequest } from './requests'
import type { Stage } from './stage'

/** Whoever waits longer goes away. */
const patienceMs = 2_000
const hangsMs = 30_000
const renewEvery = 100

/** How many answers of each status a call gave. */
type Counts = Record<number, number>

const shown = ({ sender, method, url, headers, payload }: GeneratedRequest) => {
  const { authorization: _secret, ...rest } = headers
  const body =
    payload === undefined
      ? ''
      : `\n  body: ${JSON.stringify(typeof payload === 'string' ? payload : payload.toString('latin1')).slice(0, 1_500)}`
  return `${method} ${url.slice(0, 1_000)} as ${sender}\n  headers: ${JSON.stringify(rest)}${body}`
}

/** A stream's answer does not end. */
const isStream = ({ responses }: DocumentedCall) =>
  Object.values(responses).some((response) => 'content' in response && 'text/event-stream' in (response.content ?? {}))

/** Every call of the server that is in the document and answers as a whole. */
export const callsOf = ({ document }: Stage): DescribedCall[] =>
  Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).flatMap(([verb, call]) =>
      isStream(call) ? [] : [{ method: verb.toUpperCase(), path, call }],
    ),
  )

async function send({ app }: Stage, { method, url, headers, payload }: GeneratedRequest) {
  const startMs = performance.now()
  let hanging: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    hanging = setTimeout(() => reject(new Error(`There is no answer within ${hangsMs / 1000} s`)), hangsMs)
  })
  const response = await Promise.race([app.inject({ method: method as 'GET', url, headers, payload }), late]).finally(
    () => clearTimeout(hanging),
  )
  return { response, tookMs: performance.now() - startMs }
}

/** Throws what is wrong with the answer to a request. Answers its status. */
async function hold(stage: Stage, request: GeneratedRequest): Promise<number> {
  const { response, tookMs } = await send(stage, request)
  // A machine that is busy with something else may be late once.
  if (tookMs > patienceMs && (await send(stage, request)).tookMs > patienceMs)
    throw new Error(`The answer takes ${Math.round(tookMs)} ms, twice`)
  const { statusCode, body } = response
  const id = String(response.headers['x-request-id'])
  // 501: oEmbed asks for it where a format is not spoken.
  const isNamed = statusCode === 503 || statusCode === 501 || (statusCode === 500 && body.includes('not attached'))
  if (statusCode >= 500 && !isNamed) {
    const cause = stage.whole.causes.get(id)
    throw new Error(`${statusCode} ${body}\n${cause instanceof Error ? cause.stack : String(cause)}`)
  }
  stage.whole.causes.clear()
  holdAnswer(id)
  if (stage.whole.errors.length > 0) throw new Error(`In the background: ${String(stage.whole.errors.splice(0)[0])}`)
  return statusCode
}

/**
 * Sends so many generated requests of one call. Throws on the first that is answered by an error of ours, late, or not as the
 * document says, made as small as it gets, with the seed that makes it again.
 */
export async function fuzzCall(
  stage: Stage,
  described: DescribedCall,
  { runs, seed }: { runs: number; seed: number },
): Promise<Counts> {
  const counts: Counts = {}
  let sent = 0
  const answersAreRight = fc.asyncProperty(
    requestsOf(described, stage.document.components.schemas, () => stage.world),
    async (request) => {
      const status = await hold(stage, request)
      counts[status] = (counts[status] ?? 0) + 1
      sent += 1
      if (sent % renewEvery === 0) await stage.renew()
    },
  )
  const outcome = await fc.check(answersAreRight, { numRuns: runs, seed, endOnFailure: false })
  // It may have taken away what the next call is to find.
  if (counts[204]) await stage.renew()
  if (!outcome.failed) return counts
  const [request] = outcome.counterexample ?? []
  const reason = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : String(outcome.errorInstance)
  throw new Error(
    `${described.method} ${described.path}, again with FUZZ_SEED=${seed} (run ${outcome.numRuns})\n${request ? shown(request) : ''}\n${reason}`,
  )
}
