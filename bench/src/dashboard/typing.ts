import type { Page } from 'playwright-core'

const words = 'Wall 7'
/** as a quick typist */
const keyDelayMs = 70

/** ms from each key or press to the next paint, told by the browser from now on. */
async function watchInteractions(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const store = globalThis as unknown as { interactions: Map<number, number> }
    const durations = new Map<number, number>()
    store.interactions = durations
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        if (entry.interactionId !== 0) durations.set(entry.interactionId, Math.max(durations.get(entry.interactionId) ?? 0, entry.duration))
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
  return async () => {
    // Entries come after the paint that they are about.
    await page.waitForTimeout(500)
    return page.evaluate(() => [...(globalThis as unknown as { interactions: Map<number, number> }).interactions.values()])
  }
}

/** Types into every text field of the page's form. Returns ms to the next paint of each interaction that took over 16 ms. */
export async function typeIntoForm(page: Page): Promise<number[]> {
  const results = await watchInteractions(page)
  const fields = page.locator('main input:is([type=text], [type=email], [type=password], [type=search], [inputmode]:not([type])), main input:not([type]), main input[role=combobox]')
  for (let at = 0; at < (await fields.count()); at += 1) {
    const field = fields.nth(at)
    if (!(await field.isVisible()) || !(await field.isEditable())) continue
    await field.click()
    const isNumber = (await field.getAttribute('inputmode')) === 'numeric'
    await page.keyboard.type(isNumber ? '12' : words, { delay: keyDelayMs })
    await page.keyboard.press('Escape')
  }
  return results()
}
