import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import * as v from 'valibot'
import type { CustomType } from '../../core/boards/custom/types'
import { sendCached } from '../../ground/http/answerCache'
import { describes } from '../../ground/http/operation'
import { productVersion, serverFolder } from '../../ground/process/config'
import { buildDocument } from './document'

interface OpenapiDependencies {
  /** where the API is, without a slash at its end; empty: where the document is */
  apiHost: string
  /** of remotes; the same map while they are the same. Missing where there are none */
  types?: { all(): Promise<ReadonlyMap<string, CustomType>> }
}

const described = ({ name, isAvailable, published: { singular, plural }, schema }: CustomType) =>
  isAvailable ? [{ name, singular, plural, schema }] : []

const swaggerFolder = path.dirname(
  createRequire(path.join(serverFolder, 'package.json')).resolve('swagger-ui-dist/package.json'),
)
const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const

const Document = v.looseObject({ openapi: v.literal('3.1.0'), paths: v.record(v.string(), v.unknown()) })

/** The API in OpenAPI, and a page to try it. */
export function openapiRoutes({ apiHost, types }: OpenapiDependencies): FastifyPluginAsync {
  const policy = docsPolicy(apiHost === '' ? undefined : new URL(apiHost).origin)
  const safely = (reply: FastifyReply) =>
    reply
      .header('content-security-policy', policy)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache')

  return async (app) => {
    let written: { bytes: Buffer; etag: string; of: ReadonlyMap<string, CustomType> | undefined } | undefined
    /** Made when it is first asked for, and when there are other types: by then every call is there. */
    const write = (of: ReadonlyMap<string, CustomType> | undefined) => {
      const custom = [...(of?.values() ?? [])].flatMap(described)
      const bytes = Buffer.from(
        JSON.stringify(
          buildDocument(app.describedRoutes, {
            version: productVersion(),
            serverUrl: apiHost === '' ? '/' : apiHost,
            types: custom,
          }),
        ),
      )
      return { bytes, of, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` }
    }

    app.get(
      '/api/openapi.json',
      describes({ summary: 'This document', actor: 'anyone', answers: { 200: Document, 304: null } }),
      async (request, reply) => {
        const now = await types?.all()
        if (!written || written.of !== now) written = write(now)
        return sendCached(request, reply, written)
      },
    )

    await app.register(fastifyStatic, { root: swaggerFolder, serve: false })
    app.get('/api/docs/', async (_request, reply) => safely(reply).type('text/html; charset=utf-8').send(docsPage))
    app.get('/api/docs/docs.js', async (_request, reply) =>
      safely(reply).type('text/javascript; charset=utf-8').send(docsScript),
    )
    app.get('/api/docs/docs.css', async (_request, reply) =>
      safely(reply).type('text/css; charset=utf-8').send(docsStyle),
    )
    for (const file of swaggerFiles)
      app.get(`/api/docs/${file}`, async (_request, reply) => safely(reply).sendFile(file, { cacheControl: false }))
  }
}

/** The page to try calls. Its scripts and styles are files, so that its policy needs no exception for scripts. */
const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Multiball API</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/docs.css">
</head>
<body>
<div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/docs.js"></script>
</body>
</html>
`

/**
 * Starts the page. A bare token in the Authorize box counts as \`Token …\`. Three of its components are changed, for people who use
 * a keyboard or a screen reader: a link inside a button, a field without a name, and a choice among one server.
 */
const docsScript = `var accessible = function (system) {
  var create = system.React.createElement
  return {
    wrapComponents: {
      DeepLink: function () { return function (props) { return create('span', null, props.text) } },
      TextArea: function (Original) { return function (props) { return create(Original, Object.assign({ 'aria-label': 'Request body' }, props)) } },
      ServersContainer: function () { return function () { return null } },
    },
  }
}
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  plugins: [accessible],
  queryConfigEnabled: false,
  validatorUrl: null,
  requestInterceptor: function (request) {
    var given = request.headers.Authorization
    if (given && !/\\s/.test(given.trim())) request.headers.Authorization = 'Token ' + given.trim()
    return request
  },
})
`

const docsStyle = `body { margin: 0; background: #fff; }
.swagger-ui .info { margin: 24px 0; }
/* Swagger's own colours, dark enough to be read. */
.swagger-ui .info .title small { background: #4b5263; }
.swagger-ui .info .title small.version-stamp { background: #3f6212; }
.swagger-ui .info a, .swagger-ui .info .url, .swagger-ui .info .link { color: #1d4ed8; }
.swagger-ui .btn.authorize { color: #15803d; border-color: #15803d; }
.swagger-ui .btn.authorize svg { fill: #15803d; }
.swagger-ui .btn.cancel { color: #b91c1c; border-color: #b91c1c; background: #fff; }
.swagger-ui .btn.execute { background-color: #1d4ed8; border-color: #1d4ed8; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #15803d; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d4ed8; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #9a3412; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0f766e; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b91c1c; }
@media (max-width: 600px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; padding: 8px 12px; }
  .swagger-ui .try-out .btn { padding: 5px 12px; }
  .swagger-ui .response-col_links { display: none; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; }
}
`

/** @param apiOrigin where calls go, when that is not the page's own origin */
export const docsPolicy = (apiOrigin: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${apiOrigin ? ` ${apiOrigin}` : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
