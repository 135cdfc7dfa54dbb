import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'

/** What a page tells of itself, once its board has stood for a while. */
export interface Told {
  /** ms of each task that held the main thread up for 50 ms and more */
  tasks: number[]
  /** ms that a sum took which is the same everywhere */
  sumMs: number
}

const counting = `globalThis.ready=0;addEventListener('mb-ready',()=>ready++)`

/** Runs in a page that tells of itself: of its tasks before this one too, and of those until its board has stood for 1.5 s. */
const telling = `const tasks=[];new PerformanceObserver((list)=>{for(const{duration}of list.getEntries())tasks.push(duration)}).observe({type:'longtask',buffered:true});
const sum=()=>{const from=performance.now();let all=0;for(let at=0;at<2e7;at++)all+=at%7;return all&&performance.now()-from};
const tell=()=>setTimeout(()=>navigator.sendBeacon('/told',JSON.stringify({tasks,sumMs:sum()})),1500);
addEventListener(document.querySelector('multiball-board')?'mb-ready':'load',tell,{once:true})`

/** ms for which a page holds itself up that is broken on purpose. */
export const heldUpMs = 120

/** Runs in such a page, once it has begun. */
const holding = `setTimeout(()=>{const from=performance.now();while(performance.now()-from<${heldUpMs});},100)`

/** A board as an element of a page names it. */
interface Shown {
  type: string
  board: number
}

/** A site of somebody else, on another host and port, whose pages hold so many boards; this one, unless an address names another. */
export async function startPartner(product: string, usual: Shown) {
  let hear: (told: Told) => void = () => {}
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://partner')
    if (pathname === '/told')
      return void json(request)
        .then((told) => hear(told as Told))
        .finally(() => response.writeHead(204).end())
    if (pathname !== '/') return void response.writeHead(204).end()
    const count = Number(searchParams.get('boards'))
    const mode = searchParams.get('mode') ?? 'inline'
    const element = `<multiball-board type="${searchParams.get('type')}" board="${Number(searchParams.get('board'))}" mode="${mode}" loading="eager"></multiball-board>`
    const script = count > 0 ? `<script type="module" src="${product}/embed/v1/board.js"></script>` : ''
    const holds = searchParams.has('broken') ? `<script>${holding}</script>` : ''
    const tells = searchParams.has('tells') ? `<script>${telling}</script>` : ''
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><html><head><script>${counting}</script><style>body{display:grid;grid-template-columns:repeat(3,1fr)}</style></head><body>${element.repeat(count)}${holds}${tells}${script}</body></html>`,
      )
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  // The product is opened by its number: another site to the browser.
  return {
    address: (boards: number, mode = 'inline', { type, board } = usual) =>
      `http://localhost:${port}/?boards=${boards}&mode=${mode}&type=${type}&board=${board}`,
    /** A page without a board that holds itself up for `heldUpMs`. */
    brokenAddress: `http://localhost:${port}/?boards=0&broken`,
    /** Ends the address of a page that tells of itself. */
    tells: '&tells',
    /** What the next such page tells. */
    told: () => new Promise<Told>((resolve) => (hear = resolve)),
    stop: () => server.close(),
  }
}

export type Partner = Awaited<ReturnType<typeof startPartner>>

/** Opens a page with nothing cached; resolves when all its boards are ready. */
export async function openPartner(
  browser: Browser,
  address: string,
  boards: number,
  { latencyMs = 0 } = {},
): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    permissions: ['local-network-access'],
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await page.goto(address)
  await page.waitForFunction((count) => (globalThis as unknown as { ready: number }).ready >= count, boards)
  return { page, session }
}

/** A new window first runs scripts of the browser's own, on the same cores. */
const windowMs = 2_000

interface UnwatchedOptions {
  /** by how much the processor is slowed down */
  slowdown: number
}

/**
 * Opens a page as a visitor has it, without the debugger that Playwright attaches to its own pages. All that is known of
 * it is what it sends itself.
 * @returns closes it
 */
export async function openUnwatched(
  browser: Browser,
  address: string,
  { slowdown }: UnwatchedOptions,
): Promise<() => Promise<void>> {
  const session = await browser.newBrowserCDPSession()
  // Playwright lets go of pages in contexts that it did not make.
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width: 1280,
    height: 800,
  })
  await wait(windowMs)
  const { sessionId } = await session.send('Target.attachToTarget', { targetId })
  let id = 0
  const order = (method: string, params: object) =>
    session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: ++id, method, params }) })
  await order('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await order('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] })
  await order('Page.navigate', { url: address })
  return async () => {
    await session.send('Target.disposeBrowserContext', { browserContextId })
    await session.detach()
  }
}
