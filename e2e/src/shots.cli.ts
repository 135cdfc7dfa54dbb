import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type Browser, type Page } from 'playwright-core'
import { startProduct } from './product'

/* npm run shots [-- FOLDER] : every screen of the demo at phone, desktop and TV size, the dashboard in both themes. */

const folder = path.resolve(process.argv[2] ?? 'shots')

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
  tv: { width: 1920, height: 1080 },
}
type Size = keyof typeof sizes
type Theme = 'light' | 'dark'

interface Screen {
  name: string
  path: string
  /** what must be there before the picture is taken */
  until(page: Page): Promise<unknown>
  signedIn?: boolean
  /** viewers have one theme and are also taken at TV size */
  viewer?: boolean
}

async function take(browser: Browser, url: string, token: string, screen: Screen, size: Size, theme: Theme) {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: theme })
  if (screen.signedIn) await context.addCookies([{ name: 'token', value: token, url }])
  const page = await context.newPage()
  await page.goto(url + screen.path)
  await screen.until(page)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(1200)
  const file = [screen.name, ...(screen.viewer ? [] : [theme]), size].join('-')
  await page.screenshot({ path: path.join(folder, `${file}.png`) })
  console.log(`  ${file}.png`)
  await context.close()
}

const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor()
const heading = (words: string | RegExp) => (page: Page) => page.getByRole('heading', { name: words }).first().waitFor()

const product = await startProduct({ DEMO: '1' })
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
try {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // The demo is made after the server is ready.
  while (!/Watch a game/.test(product.output())) await wait(200)
  const { username, password } = (await import('../../server/src/demo/cast')).demoOwner
  const answer = await fetch(`${product.url}/api/auth/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username, password }) })
  const { token } = (await answer.json()) as { token: string }
  const boards = (await (await fetch(`${product.url}/api/scoreboard/?is_public=true&limit=20&ordering=id`)).json()) as { results: { id: number; title: string }[] }
  // Some games into the demo, boards have pasts, modes and players worth a picture.
  await wait(20_000)
  const first = boards.results[0]!

  const screens: Screen[] = [
    { name: 'login', path: '/', until: heading('Log in') },
    { name: 'home', path: '/', signedIn: true, until: heading('Newest Public Scoreboards') },
    { name: 'scoreboards', path: '/scoreboards', signedIn: true, until: text(first.title) },
    { name: 'scoreboard-add', path: '/scoreboards/add', signedIn: true, until: heading(/Add Scoreboard/) },
    { name: 'scoreboard-edit', path: `/scoreboards/${first.id}/edit`, signedIn: true, until: heading(/Edit Scoreboard|Update Scoreboard/) },
    { name: 'profile', path: '/profile', signedIn: true, until: heading(/Profile/) },
    { name: 'not-found', path: '/nowhere', signedIn: true, until: text('OH NO! 404') },
    ...boards.results.map(({ id }) => ({ name: `viewer-${id}`, path: `/viewer/scoreboards/${id}`, viewer: true, until: text(/Player|Waiting|GAME/i) })),
    { name: 'viewer-missing', path: '/viewer/scoreboards/999999', viewer: true, until: text('Item not found.') },
  ]
  for (const screen of screens) {
    for (const size of Object.keys(sizes) as Size[]) {
      if (size === 'tv' && !screen.viewer) continue
      for (const theme of screen.viewer ? (['dark'] as const) : (['light', 'dark'] as const)) await take(browser, product.url, token, screen, size, theme)
    }
  }
} finally {
  await browser.close()
  await product.stop()
}
