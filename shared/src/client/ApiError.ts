import { HTTPError } from 'ky'
import { Detail, FieldErrors } from '@multiball/shared/schema'
import * as v from 'valibot'

export const generalFailure = 'An error has occurred. Please refresh the page and try again.'

interface Refusal {
  /** of the answer; 0: the network failed or took too long; 502: the answer broke its contract */
  status: number
  /** messages by field of a 400, those of no field under `non_field_errors` */
  fields?: FieldErrors
  /** the server's own sentence */
  detail?: string
  /** seconds to wait, from Retry-After */
  retryAfterSeconds?: number
  /** status of an answer that was not our server's, such as of a proxy in front of it */
  foreignStatus?: number
  cause?: unknown
}

/** The one error of every API call. `message` is a sentence that may be shown to people, `advice` what else there is to say. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly fields?: FieldErrors
  readonly detail?: string
  readonly retryAfterSeconds?: number
  readonly advice?: string

  constructor({ status, fields, detail, retryAfterSeconds, foreignStatus, cause }: Refusal) {
    super(sentenceFor(status, fields, detail))
    // Chrome 87 does not know it as an option.
    this.cause = cause
    this.status = status
    this.fields = fields
    this.detail = detail
    this.retryAfterSeconds = retryAfterSeconds
    this.advice = adviceFor(status, retryAfterSeconds, foreignStatus)
  }
}

function sentenceFor(status: number, fields: FieldErrors | undefined, detail: string | undefined): string {
  if (status === 429) return 'Too many requests'
  if (status < 400 || status >= 500) return generalFailure
  const first = fields && Object.values(fields).flat()[0]
  return first ?? detail ?? generalFailure
}

function adviceFor(
  status: number,
  retryAfterSeconds: number | undefined,
  foreignStatus: number | undefined,
): string | undefined {
  if (status === 429)
    return `Try again in ${retryAfterSeconds === undefined ? 'a minute' : spanText(retryAfterSeconds)}.`
  switch (foreignStatus) {
    case undefined:
    case 500:
      return undefined
    case 413:
      return 'A proxy in front of the server found this too large (413). Send something smaller, or ask the person who runs the server to raise the limit.'
    default:
      return `The server did not answer; something in front of it, such as a proxy, did (${foreignStatus}). Try again in a minute.`
  }
}

/** '1 second', '45 seconds', '3 minutes', '2 hours': rounded up, since it is a wait. */
function spanText(seconds: number): string {
  const [size, unit] = seconds <= 90 ? [1, 'second'] : seconds <= 5400 ? [60, 'minute'] : [3600, 'hour']
  const count = Math.max(1, Math.ceil(seconds / size))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** What a failed call says to people, advice included: 'Too many requests. Try again in 45 seconds.' */
export function failureWords(thrown: unknown): string {
  if (!(thrown instanceof ApiError)) return generalFailure
  return thrown.advice ? `${thrown.message.replace(/[.!]?$/, '.')} ${thrown.advice}` : thrown.message
}

/**
 * The error funnel: whatever a call threw, as the one thing that it should throw. A call that its caller
 * aborted keeps the abort's own reason.
 */
export function failure(thrown: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted || thrown instanceof ApiError) return thrown
  if (thrown instanceof HTTPError) return refusal(thrown)
  const brokenAnswer =
    thrown instanceof SyntaxError || (thrown instanceof Error && thrown.name === 'SchemaValidationError')
  return new ApiError({ status: brokenAnswer ? 502 : 0, cause: thrown })
}

/** Ours says in a sentence what is not there, and whom it does not know. A proxy that has lost its server knows neither: it must not take a board off its wall. */
const isForeign = (status: number, hasDetail: boolean) => (status === 404 || status === 401) && !hasDetail

function refusal(error: HTTPError): ApiError {
  const { status, headers } = error.response
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const fields = v.safeParse(FieldErrors, error.data)
  const detail = v.safeParse(Detail, error.data)
  const isOurs = fields.success || detail.success
  return new ApiError({
    status: isForeign(status, detail.success) ? 502 : status,
    fields: status === 400 && fields.success ? fields.output : undefined,
    detail: detail.success ? detail.output.detail : undefined,
    retryAfterSeconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
    foreignStatus: isOurs ? undefined : status,
    cause: error,
  })
}
