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
  cause?: unknown
}

/** The one error of every API call. `message` is a sentence that may be shown to people. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly fields?: FieldErrors
  readonly detail?: string
  readonly retryAfterSeconds?: number

  constructor({ status, fields, detail, retryAfterSeconds, cause }: Refusal) {
    super(sentenceFor(status, fields, detail))
    // Chrome 87 does not know it as an option.
    this.cause = cause
    this.status = status
    this.fields = fields
    this.detail = detail
    this.retryAfterSeconds = retryAfterSeconds
  }
}

function sentenceFor(status: number, fields: FieldErrors | undefined, detail: string | undefined): string {
  if (status === 429) return 'Too many requests'
  if (status < 400 || status >= 500) return generalFailure
  const first = fields && Object.values(fields).flat()[0]
  return first ?? detail ?? generalFailure
}

/**
 * The error funnel: whatever a call threw, as the one thing that it should throw. A call that its caller
 * aborted keeps the abort's own reason.
 */
export function failure(thrown: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted || thrown instanceof ApiError) return thrown
  if (thrown instanceof HTTPError) return refusal(thrown)
  const brokenAnswer = thrown instanceof SyntaxError || (thrown instanceof Error && thrown.name === 'SchemaValidationError')
  return new ApiError({ status: brokenAnswer ? 502 : 0, cause: thrown })
}

/** Ours says in a sentence what is not there, and whom it does not know. A proxy that has lost its server knows neither: it must not take a board off its wall. */
const isForeign = (status: number, hasDetail: boolean) => (status === 404 || status === 401) && !hasDetail

function refusal(error: HTTPError): ApiError {
  const { status, headers } = error.response
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const fields = v.safeParse(FieldErrors, error.data)
  const detail = v.safeParse(Detail, error.data)
  return new ApiError({
    status: isForeign(status, detail.success) ? 502 : status,
    fields: status === 400 && fields.success ? fields.output : undefined,
    detail: detail.success ? detail.output.detail : undefined,
    retryAfterSeconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
    cause: error,
  })
}
