import type { FieldErrors } from '@multiball/shared/schema'

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
    super(sentenceFor(status, fields, detail), { cause })
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
