import { randomBytes } from 'node:crypto'
import type { PageConfig } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import { originsOf } from '../pages/originsOf'
import { previewDocument } from './previewDocument'

interface PreviewOptions {
  config: PageConfig
}

/** The policy of a partner's page that is as strict as a page with an inline board can be. */
function policyOf(nonce: string, config: PageConfig): string {
  const elsewhere = originsOf(config).map((origin) => ` ${origin}`).join('')
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'${elsewhere}`,
    `style-src 'nonce-${nonce}'`,
    `frame-src 'self'`,
    `connect-src 'self'${elsewhere}`,
    `font-src 'self'${elsewhere}`,
    `img-src 'self' data:${elsewhere}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types multiball multiball#chunks 'allow-duplicates'`,
    `sandbox allow-scripts allow-same-origin`,
  ].join('; ')
}

/** The page in which the playground shows a board: a page as a partner's, framed by our dashboard alone. */
export function previewRoutes({ config }: PreviewOptions): FastifyPluginAsync {
  return async (app) => {
    app.get('/embed/v1/preview', async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', policyOf(nonce, config))
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'strict-origin')
        .send(previewDocument(nonce))
    })
  }
}
