import type { FieldErrors } from '@multiball/shared/schema'

/** A request that is answered with an error of the caller's side, or 503. Thrown anywhere below a route. */
export class Refusal extends Error {
  override name = 'Refusal'

  constructor(
    readonly status: number,
    readonly body: FieldErrors | { detail: string; sequence?: number },
    readonly headers: Record<string, string> = {},
  ) {
    super(`${status} ${JSON.stringify(body)}`)
  }
}

/** 404, the same for what is missing and for what may not be seen. */
export const notFound = () => new Refusal(404, { detail: 'Item not found.' })

/** Whether an error is that 404. */
export const isNotFound = (error: unknown): error is Refusal => error instanceof Refusal && error.status === 404

/** For a `catch`: undefined in place of what is missing. Other errors go on. */
export function undefinedWhenMissing(error: unknown): undefined {
  if (isNotFound(error)) return
  throw error
}

/** 400 with the messages of each field. */
export const invalid = (errors: FieldErrors) => new Refusal(400, errors)

const whyUnauthorized = {
  Token: 'Please log in.',
  SToken: 'Send the header Authorization: SToken … with a device token, or Token … with a device key.',
  Feed: 'This key does not post for this feed.',
  Bridge: 'No venue knows this key.',
}

/** 401: log in first, or show another key. SToken is for machines. */
export const unauthorized = (scheme: keyof typeof whyUnauthorized = 'Token') =>
  new Refusal(401, { detail: whyUnauthorized[scheme] }, { 'www-authenticate': scheme })

/** 401 of a program whose token opens nothing (any more). */
export const unknownApiToken = () =>
  new Refusal(
    401,
    { detail: 'This API token is unknown, was revoked or has ended. Make a new one on your profile.' },
    { 'www-authenticate': 'Token' },
  )

/** 403 */
export const forbidden = (detail = 'You are not allowed to do this.') => new Refusal(403, { detail })

/** 409: it does not fit the state that things are in. */
export const conflict = (detail: string) => new Refusal(409, { detail })

export const tooManyDetail = 'Too many requests'

/** 429; the caller may try again after so many seconds. */
export const tooMany = (seconds: number) =>
  new Refusal(429, { detail: tooManyDetail }, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) })

/** 503: not now. */
export const unavailable = (detail = 'The service is not available at the moment. Please try again.') =>
  new Refusal(503, { detail }, { 'retry-after': '5' })
