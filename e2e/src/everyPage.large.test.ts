import { bringAxe, violationsOf } from './accessibility'
import { useProduct } from './useProduct'

/* What others wrote of the pages that people read. */

const rig = useProduct()

test('the API’s own page against WCAG 2.2 AA, its calls closed and one open', async () => {
  const context = await rig.browser.newContext()
  await bringAxe(context)
  const page = await context.newPage()
  await page.goto(`${rig.product.url}/api/docs/`)
  await page.locator('.opblock-tag').first().waitFor()
  expect(await violationsOf(page)).toEqual([])
  for (const at of [0, 1, 2, 3]) await page.locator('.opblock-tag').nth(at).click()
  await page.locator('.opblock-summary-control').first().click()
  await page.locator('.opblock-body').first().waitFor()
  expect(await violationsOf(page)).toEqual([])
})
