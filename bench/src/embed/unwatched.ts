import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'

/** A new window has scripts of the browser's own to run, on the same cores. */
const windowMs = 2_000

interface UnwatchedOptions {
  /** by how much the processor is slowed down */
  slowdown: number
}

/**
 * Opens a page as a visitor has it, without the debugger that Playwright watches its own pages with. Of this one nothing
 * is known but what it sends itself.
 * @returns closes it
 */
export async function openUnwatched(browser: Browser, address: string, { slowdown }: UnwatchedOptions): Promise<() => Promise<void>> {
  const session = await browser.newBrowserCDPSession()
  // Playwright lets go of pages in contexts that it did not make.
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId, width: 1280, height: 800 })
  await wait(windowMs)
  const { sessionId } = await session.send('Target.attachToTarget', { targetId })
  let id = 0
  const order = (method: string, params: object) => session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: ++id, method, params }) })
  await order('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await order('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] })
  await order('Page.navigate', { url: address })
  return async () => {
    await session.send('Target.disposeBrowserContext', { browserContextId })
    await session.detach()
  }
}
