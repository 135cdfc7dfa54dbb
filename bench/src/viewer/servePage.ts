import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { buildOneBundle } from './oneBundle'

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

/** Serves the one-bundle page as the product serves its own: brotli, immutable, the product's data behind it. */
export async function serveOneBundle({ folder, scripts, styles }: Awaited<ReturnType<typeof buildOneBundle>>, product: string): Promise<{ url: string; server: Server }> {
  const document = await (await fetch(`${product}/viewer/scoreboards/1`)).text()
  // Sockets are the product's: this server has none.
  const inlined = [...document.matchAll(/<script type="application\/json"[\s\S]*?<\/script>/g)].map(([element]) => element.replace(/"scoresHost":"[^"]*"/, `"scoresHost":"${product}"`))
  const head = [...styles.map((file) => `<link rel="stylesheet" href="/one/${file}">`), ...scripts.map((file) => `<script defer src="/one/${file}"></script>`)]
  const html = `<!doctype html><html><head><meta charset="utf-8">${head.join('')}</head><body><div id="root"></div>${inlined.join('')}</body></html>`
  const texts = readdirSync(folder).filter((file) => /\.(?:js|css)$/.test(file))
  const compressed = new Map(texts.map((file) => [file, brotliCompressSync(readFileSync(path.join(folder, file)))]))
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://bench')
    if (pathname.startsWith('/api/')) {
      void fetch(product + pathname + search).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      })
    } else if (pathname.startsWith('/one/')) {
      const file = path.basename(pathname)
      const body = compressed.get(file)
      const headers = { 'content-type': types[path.extname(file)] ?? 'application/octet-stream', 'cache-control': 'max-age=31536000, immutable' }
      response.writeHead(200, body ? { ...headers, 'content-encoding': 'br' } : headers).end(body ?? readFileSync(path.join(folder, file)))
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, server }
}
