import type { Page } from 'playwright-core'

const words = 'Wall 7'
/** as a quick typist */
const keyDelayMs = 70

/** ms to the next paint */
interface Paints {
  /** of each key that took over 16 ms */
  keys: number[]
  /** of each press that took over 16 ms */
  presses: number[]
}

interface Interaction {
  isKey: boolean
  durationMs: number
}

/** ms from each key or press to the next paint, told by the browser from now on. */
async function watchInteractions(page: Page): Promise<() => Promise<Paints>> {
  await page.evaluate(() => {
    const found = new Map<number, Interaction>()
    Reflect.set(globalThis, 'interactions', found)
    new PerformanceObserver((list) => {
      for (const { interactionId, name, duration } of list.getEntries() as (PerformanceEntry & {
        interactionId: number
      })[]) {
        if (interactionId !== 0)
          found.set(interactionId, {
            isKey: name.startsWith('key'),
            durationMs: Math.max(found.get(interactionId)?.durationMs ?? 0, duration),
          })
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
  return async () => {
    // Entries come after the paint that they are about.
    await page.waitForTimeout(500)
    const all = await page.evaluate(() => [
      ...(Reflect.get(globalThis, 'interactions') as Map<number, Interaction>).values(),
    ])
    const paints = (isKey: boolean) => all.filter((one) => one.isKey === isKey).map(({ durationMs }) => durationMs)
    return { keys: paints(true), presses: paints(false) }
  }
}

/** Types into every text field of the page's form. */
export async function typeIntoForm(page: Page): Promise<Paints> {
  const results = await watchInteractions(page)
  const fields = page.locator(
    'main input:is([type=text], [type=email], [type=password], [type=search], [inputmode]:not([type])), main input:not([type]), main input[role=combobox]',
  )
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
