import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, CDPSession, Page } from 'playwright-core'

/** A site of somebody else, on another host and port, whose pages hold so many boards. */
export async function startPartner(product: string, board: number) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://partner')
    if (pathname !== '/') return void response.writeHead(204).end()
    const count = Number(searchParams.get('boards'))
    const mode = searchParams.get('mode') ?? 'inline'
    const element = `<multiball-board type="scoreboard" board="${board}" mode="${mode}" loading="eager"></multiball-board>`
    const script = count > 0 ? `<script type="module" src="${product}/embed/v1/board.js"></script>` : ''
    const listening = `<script>globalThis.ready=0;addEventListener('mb-ready',()=>ready++);globalThis.tasks=[];new PerformanceObserver((list)=>{for(const{duration}of list.getEntries())tasks.push(duration)}).observe({type:'longtask',buffered:true})</script>`
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html><head>${listening}<style>body{display:grid;grid-template-columns:repeat(3,1fr)}</style></head><body>${element.repeat(count)}${script}</body></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  // The product is opened by its number: another site to the browser.
  return { address: (boards: number, mode = 'inline') => `http://localhost:${port}/?boards=${boards}&mode=${mode}`, stop: () => server.close() }
}

export interface OpenOptions {
  latencyMs?: number
  /** by how much the processor is slowed down */
  slowdown?: number
}

/** Opens a page with nothing cached; resolves when all its boards stand. */
export async function openPartner(browser: Browser, address: string, boards: number, { latencyMs = 0, slowdown = 1 }: OpenOptions = {}): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', permissions: ['local-network-access'] })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: latencyMs, downloadThroughput: -1, uploadThroughput: -1 })
  if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(address)
  await page.waitForFunction((count) => (globalThis as unknown as { ready: number }).ready >= count, boards)
  return { page, session }
}
