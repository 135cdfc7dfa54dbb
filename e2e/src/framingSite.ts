import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FramingSite {
  /** such as http://127.0.0.1:41234: to the browser another site than the product's localhost */
  origin: string
  /** Puts a page there: the HTML of its body. Answers its address. */
  page(path: string, body: string): string
  close(): void
}

/** Notes in `heard` what a page is told by messages, and by which of its frames. */
const listening =
  '<script>window.heard = []; addEventListener("message", ({ origin, source, data }) => heard.push({ origin, frame: [...document.querySelectorAll("iframe")].findIndex(({ contentWindow }) => contentWindow === source), ...data }))</script>'

/** A site of somebody else, whose pages hold frames and listen to them. */
export async function serveFramingSite(): Promise<FramingSite> {
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    const html = pages.get(request.url!)
    // A browser asks for an icon by itself.
    response.writeHead(html === undefined ? 204 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    page: (path, body) => {
      pages.set(path, `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Partner</title>${listening}</head><body>${body}</body></html>`)
      return origin + path
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
