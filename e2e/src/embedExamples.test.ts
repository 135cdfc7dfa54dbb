import type { Page } from 'playwright-core'
import { bringAxe, violationsInBothThemes } from './accessibility'
import { complaintsOf } from './browser'
import { check, overflow } from './dashboard'
import { inFrame, openExample, says, startExample } from './examples'
import { Keyboard } from './keyboard'
import { makeOneOfEach, playOn, type OneOfEach } from './oneOfEach'
import { heard, startPartnerSite, type PartnerSite } from './partnerSite'
import { useProduct } from './useProduct'

/* What a partner does: runs the plain example, copies code out of the playground. Every page is of another site than the product's. */

const rig = useProduct('embed-partner')
let site: PartnerSite
let boards: OneOfEach
let playGame: (score: number) => Promise<void>

beforeAll(async () => {
  boards = await makeOneOfEach(rig.owner)
  playGame = await playOn(rig.product.url, rig.owner, boards.scoreboard)
  await playGame(4_200_000)
  site = await startPartnerSite()
})

afterAll(() => site?.stop())

test('EMB-01 EMB-03 the plain page: an iframe, the element and the element inline are live under a strict policy, and the page hears of it', async () => {
  const example = await startExample('plain', rig.product.url, `scoreboard/${boards.scoreboard}`)
  const { page, complaints } = await openExample(rig.browser, example)
  await says(page.locator('main > iframe').contentFrame().locator('body'), '4,200,000')
  await says(inFrame(page.locator('#framed')), '4,200,000')
  await says(page.locator('#inline'), '4,200,000')
  await page.getByText('Player 1 4,200,000').waitFor()
  expect(await page.locator('#inline iframe').count()).toBe(0)
  await playGame(5_100_000)
  await says(page.locator('#inline'), '5,100,000')
  await says(inFrame(page.locator('#framed')), '5,100,000')
  await page.getByRole('button', { name: 'Light' }).click()
  await page.locator('#inline [data-tone="light"]').first().waitFor()
  expect(complaints).toEqual([])
  example.stop()
})

describe('the playground', () => {
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    const context = await rig.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    context.setDefaultTimeout(30_000)
    await context.addCookies([{ name: 'token', value: rig.owner.token, url: rig.product.url }])
    await bringAxe(context)
    page = await context.newPage()
    complaints = complaintsOf(page)
  })
  afterAll(() => expect(complaints).toEqual([]))

  const copied = async (what: string) => {
    await page.getByRole('button', { name: `Copy ${what}` }).click()
    await page.getByRole('button', { name: `Copied ${what}` }).waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const preview = () => page.frameLocator('iframe[title="Lobby wall in a page"]')
  /** What is copied, on a partner's page that allows nothing but that. */
  async function pasted() {
    const [code, lines] = [await copied('the code'), await copied('the policy')]
    return site.open(rig.browser, {
      html: code,
      headers: {
        'content-security-policy': `default-src 'none'; ${lines.replaceAll('\n', ' ').replace('script-src', `script-src 'self'`)}${lines.includes('script-src') ? '' : ` script-src 'self'`}`,
      },
    })
  }

  test('EMB-09 the menu of a row leads to it; the preview is live, and what is copied works in a page with the copied policy', async () => {
    await page.goto(`${rig.product.url}/scoreboards`)
    await page.getByRole('button', { name: 'More for Lobby wall' }).click()
    await page.getByRole('menuitem', { name: 'Embed' }).click()
    await page.getByRole('heading', { level: 1, name: 'Embed' }).waitFor()
    await says(preview().locator('multiball-board iframe').contentFrame().locator('body'), '5,100,000')

    const iframe = await pasted()
    await says(iframe.page.locator('iframe').contentFrame().locator('body'), '5,100,000')
    await page.getByRole('tab', { name: 'Element' }).click()
    await check(page, 'Inline')
    await check(page, 'Light')
    await says(preview().locator('multiball-board[mode=inline]'), '5,100,000')
    await preview().locator('[data-tone="light"]').first().waitFor()
    const element = await pasted()
    await says(element.page.locator('multiball-board[theme=light]'), '5,100,000')
    expect([...iframe.complaints, ...element.complaints]).toEqual([])
  })

  test('EMB-09 EMB-04 by keyboard a site is listed and the code copied with one press; no other page shows the board then, the preview does', async () => {
    const keys = new Keyboard(page)
    await keys.fill('textbox', 'Accent', '#0af')
    await keys.fill('textbox', 'Add a site', 'https://blog.example')
    await keys.press('Enter')
    await keys.activate('button', 'Save sites')
    await page.getByText('Allowed sites updated').waitFor()
    await keys.activate('button', 'Copy the code')
    await page.getByRole('button', { name: 'Copied the code' }).waitFor()
    expect(keys.flaws).toEqual([])
    const code = await page.evaluate(() => navigator.clipboard.readText())
    expect(code).toContain('accent="#0af"')

    await page.reload()
    await says(preview().locator('multiball-board iframe').contentFrame().locator('body'), '5,100,000')
    const elsewhere = await site.open(rig.browser, { html: code })
    await heard(elsewhere.page, 'error', 1, { code: 'BOARD_NOT_FOUND' })
    expect(await elsewhere.page.getByRole('link', { name: 'Lobby wall' }).isVisible()).toBe(true)
    // What stands below the fallback is not seen through it.
    expect(
      await elsewhere.page.locator('multiball-board').getByText('This board is not available.').first().isVisible(),
    ).toBe(false)
  })

  test('on a phone nothing is wider than the page, and axe finds nothing, errors and all kinds of code included', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByLabel('Add a site').fill('http://example.com')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('A site needs https').waitFor()
    await check(page, 'Fixed')
    for (const kind of ['iframe', 'Element', 'React', 'oEmbed']) {
      await page.getByRole('tab', { name: kind }).click()
      await page.getByRole('tab', { name: kind, selected: true }).waitFor()
      expect([kind, await overflow(page)]).toEqual([kind, 0])
      // The panels of code are alike; the one of oEmbed is another.
      if (kind === 'React' || kind === 'oEmbed') expect(await violationsInBothThemes(page)).toEqual([])
    }
  })
})
