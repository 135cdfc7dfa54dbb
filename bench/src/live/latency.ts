import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium } from 'playwright-core'
import { setTimeout as wait } from 'node:timers/promises'
import type { Stage } from '../stage'

/** Milliseconds from an answered POST to the frame that shows its score, one a post. */
export async function measureLatency(stage: Stage, posts: number): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })
  await page.goto(`${stage.url}/viewer/scoreboards/${stage.board}`)
  await stage.post(1, 1)
  await page.getByText('Player 1').first().waitFor()
  await page.locator('[data-connection="live"]').first().waitFor()
  await page.evaluate(() => {
    const painted = new Map<string, number>()
    Object.assign(globalThis, { painted })
    new MutationObserver((changes) => {
      const texts = changes.map(({ target }) => target.textContent ?? '').filter((text) => /^[\d,]+$/.test(text))
      // The frame after the one that the change is in: by then it is on the screen.
      requestAnimationFrame(() => requestAnimationFrame(() => texts.forEach((text) => painted.set(text, performance.timeOrigin + performance.now()))))
    }).observe(document.body, { subtree: true, characterData: true, childList: true })
  })
  const answered = new Map<string, number>()
  for (let post = 2; post <= posts + 1; post += 1) {
    const score = post * 1010
    await stage.post(post, score)
    answered.set(score.toLocaleString('en'), performance.timeOrigin + performance.now())
    await wait(120)
  }
  await wait(500)
  const painted = new Map(await page.evaluate(() => [...(globalThis as unknown as { painted: Map<string, number> }).painted]))
  await browser.close()
  return [...answered].flatMap(([text, at]) => (painted.has(text) ? [painted.get(text)! - at] : []))
}
