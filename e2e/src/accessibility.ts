import axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Makes axe ready in every page of this context, past their content security policy. */
export const bringAxe = (context: BrowserContext) => context.addInitScript({ content: axe.source })

/** What axe finds wrong with a page as it is now: one line for each place. */
export async function violationsOf(page: Page): Promise<string[]> {
  return page.evaluate(async (values) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe }
    // The announcer keeps for seconds what it has read out, also when the button that it was about has gone.
    const { violations } = await checker.run({ exclude: '[data-live-announcer]' }, {
      runOnly: { type: 'tag', values },
      // WCAG 2.5.3, which axe calls experimental.
      rules: { 'label-content-name-mismatch': { enabled: true } },
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${String(failureSummary).replaceAll(/\s+/g, ' ')}`))
  }, tags)
}

const themes = ['light', 'dark'] as const

/** The same in both themes. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme)
    found.push(...(await violationsOf(page)).map((violation) => `${new URL(page.url()).pathname} ${colorScheme} ${violation}`))
  }
  return found
}
