import { randomBytes } from 'node:crypto'
import type { PageConfig } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import { originsOf } from './contentSecurityPolicy'

interface PreviewOptions {
  config: PageConfig
}

/** The policy of a partner's page that is as strict as a page with an inline board can be. */
function policyOf(nonce: string, config: PageConfig): string {
  const elsewhere = originsOf(config)
    .map((origin) => ` ${origin}`)
    .join('')
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

const style = `
:root{color-scheme:light;--ink:#e3e2dc;--page:#fff;--text:#4e4d48}
:root[data-theme=dark]{color-scheme:dark;--ink:#2b2b31;--page:#17171a;--text:#b9b9b4}
html,body{margin:0;background:var(--page);overflow:hidden}
main{box-sizing:border-box;max-width:1080px;margin:0 auto;padding:56px 40px;display:grid;gap:28px}
main>*{min-width:0}
p{margin:0;height:14px;border-radius:4px;background:var(--ink)}
p.heading{width:42%;height:28px}
p.short{width:64%}
multiball-board{display:block}
.fallback{box-sizing:border-box;display:grid;place-items:center;height:100%;padding:16px;border:1px solid var(--ink);color:var(--text);font:20px/1.4 system-ui,sans-serif;text-align:center}
@media(max-width:600px){main{padding:28px 16px;gap:18px}p{height:10px}p.heading{height:18px;width:60%}}
`

/*
 * Takes what the playground chose and puts it into the element that partners use. What names another board makes a new
 * element, anything else is a change of its attributes, as in a partner's page.
 */
const script = `
const place = document.getElementById('place')
const tell = (event, detail) => parent.postMessage({ multiball: 1, event, ...(detail && { detail }) }, location.origin)
const identity = ['type', 'board', 'viewer-key', 'mode']
let board, shown = {}
const isText = (value) => typeof value === 'string'
function show({ attributes, width, fallback, theme }) {
  document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light'
  const isNew = !board || identity.some((name) => attributes[name] !== shown[name])
  const element = isNew ? document.createElement('multiball-board') : board
  if (isNew) {
    const words = document.createElement('span')
    words.className = 'fallback'
    words.textContent = String(fallback)
    element.append(words)
  }
  for (const name of Object.keys(shown)) if (!isNew && !(name in attributes)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(attributes)) if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  element.style.aspectRatio = isText(attributes.aspect) ? attributes.aspect : ''
  element.style.maxWidth = '100%'
  element.style.width = typeof width === 'number' ? width + 'px' : ''
  shown = attributes
  if (!isNew) return
  element.addEventListener('mb-ready', () => tell('ready'))
  element.addEventListener('mb-error', ({ detail }) => tell('error', { code: String(detail && detail.code) }))
  board = element
  place.replaceChildren(element)
}
addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin || !data || data.multiball !== 1 || data.command !== 'preview') return
  const { detail } = data
  if (!detail || typeof detail.attributes !== 'object' || !Object.values(detail.attributes).every(isText)) return
  show(detail)
})
tell('preview-ready')
import('/embed/v1/board.js').catch(() => tell('preview-failed'))
`

/**
 * A page such as a partner's: some of its own, and a place for a board, which the playground around it names by message.
 * @param nonce by which the page's policy knows its style and script
 */
const previewDocument = (nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A page with a board</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<p class="heading"></p>
<div id="place"></div>
<p></p>
<p class="short"></p>
</main>
<script type="module" nonce="${nonce}">${script}</script>
</body>
</html>
`
