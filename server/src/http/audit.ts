import type { FastifyInstance } from 'fastify'
import { withoutSecrets } from './errors'

declare module 'fastify' {
  interface FastifyRequest {
    /** whose account a call is about that needs no login */
    auditedUser: number | undefined
  }
}

const tooMany = 429

/** Refusals that an operator may want to know of: who may not, and who calls too often. */
const isRefusal = (status: number) => status === 403 || status === tooMany

/**
 * A line for each call that says what it is to be audited as, and for each refusal: what, who, on which address, with which
 * status. What was typed never stands in it; where somebody comes from only when something was refused. Level info, and
 * warn for the audited ones that are called too often, such as logins.
 */
export function installAudit(app: FastifyInstance): void {
  app.decorateRequest('auditedUser', undefined)
  app.addHook('onResponse', (request, { statusCode: status }, done) => {
    const audited = request.routeOptions.config.operation?.audit
    const event = audited ?? (isRefusal(status) ? 'refused' : undefined)
    if (event !== undefined) {
      const { actor, auditedUser, method, url, ip } = request
      const user = auditedUser ?? (actor?.type === 'user' ? actor.userId : undefined)
      const line = { audit: event, status, user, method, url: withoutSecrets(url), ...(status >= 400 && { from: ip }) }
      if (audited && status === tooMany) request.log.warn(line, event)
      else request.log.info(line, event)
    }
    done()
  })
}
