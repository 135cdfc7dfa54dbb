import axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'

const everything: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** Those of their rules that go by colours. */
const colours: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Makes axe ready in every page of this context, past their content security policy. */
export const bringAxe = (context: BrowserContext) => context.addInitScript({ content: axe.source })

/** What axe finds wrong with a page as it is now: one line for each place. */
export const violationsOf = (page: Page): Promise<string[]> => violations(page, everything)

async function violations(page: Page, runOnly: axe.RunOnly, part = 'html'): Promise<string[]> {
  return page.evaluate(
    async ([rules, include]) => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe }
      // The announcer keeps for seconds what it has read out, also when the button that it was about has gone.
      const { violations: found } = await checker.run(
        { include, exclude: '[data-live-announcer]' },
        {
          runOnly: rules,
          // WCAG 2.5.3, which axe calls experimental.
          ...(rules.type === 'tag' && { rules: { 'label-content-name-mismatch': { enabled: true } } }),
          resultTypes: ['violations'],
        },
      )
      return found.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${id}: ${String(target)} ${String(failureSummary).replaceAll(/\s+/g, ' ')}`,
        ),
      )
    },
    [runOnly, part] as const,
  )
}

/**
 * All that axe finds wrong in the light theme, and what it finds wrong with the colours of the dark one, which differs in nothing else.
 * @param part selector of what alone is looked at, such as a dialog
 */
export async function violationsInBothThemes(page: Page, part?: string): Promise<string[]> {
  const found: string[] = []
  const isDark = await page.evaluate(() => document.documentElement.dataset.theme === 'dark')
  const themes = [
    ['light', everything],
    ['dark', colours],
  ] as const
  // What is shown first is looked at first: to change the theme takes longer than to look.
  for (const [colorScheme, runOnly] of isDark ? themes.toReversed() : themes) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme)
    found.push(
      ...(await violations(page, runOnly, part)).map(
        (violation) => `${new URL(page.url()).pathname} ${colorScheme} ${violation}`,
      ),
    )
  }
  return found
}
