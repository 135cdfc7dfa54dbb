import { Detail, FieldErrors } from '@multiball/shared/schema'
import { HTTPError } from 'ky'
import * as v from 'valibot'
import { ApiError } from './ApiError'

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

function refusal(error: HTTPError): ApiError {
  const { status, headers } = error.response
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const fields = v.safeParse(FieldErrors, error.data)
  const detail = v.safeParse(Detail, error.data)
  return new ApiError({
    status,
    fields: status === 400 && fields.success ? fields.output : undefined,
    detail: detail.success ? detail.output.detail : undefined,
    retryAfterSeconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
    cause: error,
  })
}
