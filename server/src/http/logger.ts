import type { FastifyServerOptions } from 'fastify'
import { withoutSecrets } from './errors'

const secrets = ['authorization', 'token', 'stoken', 'key', 'viewer_key', 'password', 'new_password']

type Logged = {
  type: string
  message: string
  stack: string
  code?: string
  cause?: Logged
}

/**
 * What a log may say of an error. Not all that hangs on it: the database's errors quote rows, and a request that could not
 * be read comes with its bytes.
 */
function loggedError(error: Partial<Error> & { code?: unknown }, depth = 0): Logged {
  const { name = 'Error', message = '', stack = '', code, cause } = error
  return {
    type: name,
    message,
    stack,
    ...(code !== undefined && { code: String(code) }),
    ...(cause instanceof Error && depth < 3 && { cause: loggedError(cause, depth + 1) }),
  }
}

/** pino's settings: one JSON line each, nothing secret in it. */
export const loggerOptions = (level: string, stream?: { write(line: string): void }): FastifyServerOptions['logger'] => ({
  level,
  ...(stream && { stream }),
  redact: [...secrets, ...secrets.map((name) => `*.${name}`), 'req.headers.authorization', 'headers.authorization'],
  serializers: {
    req: (request) => ({ method: request.method, url: withoutSecrets(request.url), remoteAddress: request.ip }),
    err: (error: Error) => loggedError(error),
  },
})
