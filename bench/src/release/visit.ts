import type { BrowserContext, Request } from 'playwright-core'

/** A script or a style that a browser was sent. */
export interface SentFile {
  /** such as /r/shell/1.0.0-cb3605bd/page.fb11108e.js */
  path: string
  /** as they went over the wire, with the headers */
  bytes: number
}

/** Until then a page has asked for all that it asks for by itself. */
const settleMs = 4_000

async function sizeOf(request: Request): Promise<SentFile[]> {
  const { pathname } = new URL(request.url())
  const response = await request.response()
  // What a page has from its worker, the worker itself was sent.
  if (!response || response.fromServiceWorker() || !/^\/r\/.*\.(?:js|css)$/.test(pathname)) return []
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  return [{ path: pathname, bytes: responseBodySize + responseHeadersSize }]
}

/** Opens a page until it shows these words and has come to rest; answers what it and its worker were sent. */
export async function visit(context: BrowserContext, address: string, shows: string): Promise<SentFile[]> {
  const sizes: Promise<SentFile[]>[] = []
  const note = (request: Request) => void sizes.push(sizeOf(request))
  context.on('requestfinished', note)
  const page = await context.newPage()
  await page.goto(address)
  await page.getByText(shows).first().waitFor({ state: 'attached', timeout: 60_000 })
  await page.waitForTimeout(settleMs)
  context.off('requestfinished', note)
  const sent = (await Promise.all(sizes)).flat()
  await page.close()
  return sent
}
