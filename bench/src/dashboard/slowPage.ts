import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

export const cpuSlowdown = 4
export const latencyMs = 40

export const launch = async (): Promise<Browser> => chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })

/** A page on a processor four times as slow as this one, each of whose requests takes 40 ms more. */
export async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: latencyMs, downloadThroughput: -1, uploadThroughput: -1 })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return page
}
