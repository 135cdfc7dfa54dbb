import type { FastifyServerOptions } from 'fastify'
import { withoutSecrets } from './errors'

const secrets = ['authorization', 'token', 'stoken', 'key', 'viewer_key', 'password']

/** pino's settings: one JSON line each, nothing secret in it. */
export const loggerOptions = (level: string): FastifyServerOptions['logger'] => ({
  level,
  redact: [...secrets, ...secrets.map((name) => `*.${name}`), 'req.headers.authorization', 'headers.authorization'],
  serializers: {
    req: (request) => ({ method: request.method, url: withoutSecrets(request.url), remoteAddress: request.ip }),
  },
})
