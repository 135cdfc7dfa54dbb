/** The page to try calls. Its scripts and styles are files, so that its policy needs no exception for scripts. */
export const docsPage = `<!doctype html>
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
<main id="docs"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/docs.js"></script>
</body>
</html>
`

/** Starts the page. A bare token in the Authorize box counts as \`Token …\`. */
export const docsScript = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  queryConfigEnabled: false,
  validatorUrl: null,
  requestInterceptor: function (request) {
    var given = request.headers.Authorization
    if (given && !/\\s/.test(given.trim())) request.headers.Authorization = 'Token ' + given.trim()
    return request
  },
})
`

export const docsStyle = `body { margin: 0; background: #fff; }
.swagger-ui .info { margin: 24px 0; }
@media (max-width: 600px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
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
