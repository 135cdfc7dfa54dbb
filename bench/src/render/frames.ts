import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium } from 'playwright-core'

// As text: compiled, it would ask for names that the page does not have.
const count = `(ms) => new Promise((resolve) => {
  let frames = 0
  let begun = 0
  const frame = (now) => {
    begun ||= now
    if (now - begun >= ms) return resolve((frames / (now - begun)) * 1000)
    frames += 1
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})`

/** Opens a page on a throttled processor and counts the frames that it makes in this time. Answers frames a second. */
export async function framesPerSecond(address: string, { throttle, seconds, shows }: { throttle: number; seconds: number; shows: string }): Promise<number> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await page.goto(address)
    await page.getByText(shows).first().waitFor({ state: 'attached', timeout: 60_000 })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    return await page.evaluate<number>(`(${count})(${seconds * 1000})`)
  } finally {
    await browser.close()
  }
}
