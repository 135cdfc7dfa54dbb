import type { Page } from 'playwright-core'
import { addKeyedMachines, postState, scoresOf, type KeyedMachine, type Owner } from './account'
import { complaintsOf } from './browser'
import { choose, chooseInRow, overflow, useOwnersPage, widths } from './dashboard'
import { useProduct } from './useProduct'

/* An owner's way from no scoreboard to an overlay over a stream, and back to none, at desktop and phone width. */

const stage = useProduct()

const titles = ['Medieval Madness', 'Attack from Mars']

interface Machine extends KeyedMachine {
  /** title of its scoreboard */
  scoreboard: string
}

/** Two machines of one venue, each with a device key and a public scoreboard; and a scoreboard that cannot be used. */
async function makeMachines(owner: Owner): Promise<Machine[]> {
  const machines: Machine[] = []
  for (const [at, machine] of (await addKeyedMachines(owner, 'The Back Room', titles)).entries()) {
    const title = titles[at]!
    const scoreboard = `${title} live`
    const items = [{ venuemachine: machine.id, order: 0 }]
    await owner.call('POST', '/api/scoreboard/', { title: scoreboard, is_public: true, venuemachine_items: items })
    await owner.call('POST', '/api/scoreboard/', { title: `${title} private`, is_public: false, venuemachine_items: items })
    machines.push({ ...machine, scoreboard })
  }
  return machines
}

const post = ({ deviceKey }: Machine, session: string, sequence: number, scores: number[]) =>
  postState(stage.product.url, deviceKey, { session_uuid: session, session_sequence: sequence, current_player: scores.length, ...scoresOf(...scores) })

/** How solid a page is at these points, 0 to 255, as a streaming program would see it. */
async function alphaAt(page: Page, points: [x: number, y: number][]): Promise<number[]> {
  const png = (await page.screenshot({ omitBackground: true })).toString('base64')
  const reader = await page.context().newPage()
  const alphas = await reader.evaluate(
    async ({ png, points }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${png}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      return points.map(([x, y]) => context.getImageData(x, y, 1, 1).data[3]!)
    },
    { png, points },
  )
  await reader.close()
  return alphas
}

const segment = (page: Page, group: string, label: string) => page.getByRole('radiogroup', { name: group }).getByText(label, { exact: true }).click()

const isScrollable = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    return scrollWidth > clientWidth || scrollHeight > clientHeight
  })

describe.each(widths)('at $name width', ({ name, viewport }) => {
  let page: Page
  let viewer: Page
  let owner: Owner
  let machines: Machine[]
  let complaints: string[]
  let troubles: string[]

  useOwnersPage(stage, `stream-${name}`, viewport, (own) => ({ owner, page, complaints } = own))

  beforeAll(async () => {
    // A window of its own: of two tabs Chromium draws only the one in front at full speed.
    const overlay = await stage.browser.newContext({ viewport: { width: 1280, height: 720 } })
    overlay.setDefaultTimeout(20_000)
    viewer = await overlay.newPage()
    troubles = complaintsOf(viewer)
  })
  afterAll(() => viewer?.context().close())

  test('LST-01 ST-06 without a scoreboard the way leads to making one', async () => {
    await page.goto(`${stage.product.url}/streamboards`)
    await page.getByText('You have not created any Streamboards!').waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: '+ Add Streamboard' }).first().click()
    await page.getByText('You must create at least one public, scoreboard with only one machine to use this feature.').waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: 'Add Scoreboard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Add Scoreboard' }).waitFor()
  })

  test('ST-01 ST-02 ST-03 LST-04 one is made over a lower third', async () => {
    machines = await makeMachines(owner)
    await page.goto(`${stage.product.url}/streamboards/add`)
    await page.getByLabel('Title', { exact: true }).fill('Finals')
    await page.getByRole('button', { name: 'Create Streamboard' }).click()
    await page.getByText('Each item must specify a scoreboard').first().waitFor()
    const scoreboard = page.getByRole('combobox', { name: 'Scoreboard', exact: true })
    await scoreboard.fill('live')
    await page.getByRole('option', { name: machines[0]!.scoreboard }).waitFor()
    expect((await page.getByRole('option').allTextContents()).sort()).toEqual(machines.map(({ scoreboard }) => scoreboard).sort())
    await page.getByRole('option', { name: machines[0]!.scoreboard }).click()
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    expect(await scoreboard.inputValue()).toBe(machines[0]!.scoreboard)
    await segment(page, 'Players', '2')
    await page.getByRole('group', { name: 'Player 2' }).getByLabel('Name').fill('Zoë Ñandú')
    await page.getByRole('group', { name: 'Player 2' }).getByLabel('Address').fill('@zoe')
    await page.getByRole('radio', { name: 'Lower Third Horizontal' }).check()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Create Streamboard' }).click()
    await page.getByText('Finals created!').waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText(/^Lower Third Horizontal/).first().waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test('VST-01 VST-03 VSB-11 the viewer is the panel with its Powered-by line and nothing else, and its scores are live', async () => {
    const session = crypto.randomUUID()
    await post(machines[0]!, session, 1, [4_000, 1_046_218_340_110])
    const opened = page.context().waitForEvent('page')
    await chooseInRow(page, 'Finals', 'View')
    const tab = await opened
    await tab.waitForURL(/^http/, { waitUntil: 'commit' })
    await viewer.goto(tab.url())
    await tab.close()
    await viewer.getByRole('heading', { level: 2, name: machines[0]!.name }).waitFor()
    await viewer.getByText('1,046,218,340,110', { exact: true }).waitFor()
    await viewer.getByText('Zoë Ñandú').waitFor()
    await viewer.getByText('@zoe').waitFor()
    await viewer.getByRole('img', { name: 'Live', exact: true }).waitFor()
    // Above the panel, below its Powered-by line, beside it; and on it, on the player who is up and on the one who is not.
    expect(await alphaAt(viewer, [[640, 300], [640, 715], [640, 690], [20, 620], [200, 610], [900, 560], [500, 560]])).toEqual([0, 0, 0, 0, 255, 255, 255])
    expect(await isScrollable(viewer)).toBe(false)
    expect(await viewer.locator('[data-layout]').innerText()).toContain('Powered by')
    await post(machines[0]!, session, 2, [777_000, 1_046_218_340_110])
    await viewer.getByText('777,000', { exact: true }).waitFor()
  })

  test('VST-06 it keeps its owner’s colours where the system forces its own', async () => {
    const colors = () => viewer.locator('.mb-panel').evaluate((panel) => [panel, panel.querySelector('.mb-score')!].map((part) => [getComputedStyle(part).backgroundColor, getComputedStyle(part).color]))
    const chosen = await colors()
    await viewer.emulateMedia({ forcedColors: 'active' })
    expect(await colors()).toEqual(chosen)
    await viewer.emulateMedia({ forcedColors: null })
  })

  test('VST-04 what OBS does with custom CSS: an element of the page with a text in it', async () => {
    const addStyle = (shown: Page, css: string) =>
      shown.evaluate((text) => {
        const style = document.createElement('style')
        style.append(document.createTextNode(text))
        document.head.append(style)
        return style.sheet !== null
      }, css)
    expect(await addStyle(viewer, 'h2 { color: rgb(1, 2, 3) !important }')).toBe(true)
    const title = viewer.getByRole('heading', { level: 2, name: machines[0]!.name })
    expect(await title.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)')
    // Only overlays take it.
    const wall = await page.context().newPage()
    await wall.goto(`${stage.product.url}/viewer/scoreboards/1`)
    expect(await addStyle(wall, 'h2 { color: red }')).toBe(false)
    await wall.close()
  })

  test('ST-05 ST-02 it becomes a duel of two machines, and the open viewer follows', async () => {
    await chooseInRow(page, 'Finals', 'Edit')
    const source = page.getByRole('region', { name: 'Browser source' })
    expect(await source.getByText('/viewer/streamboards/').textContent()).toBe(viewer.url())
    await segment(page, 'Type', 'Two machines')
    await choose(page, 'Scoreboard 2', machines[0]!.scoreboard, new RegExp(machines[0]!.scoreboard))
    await page.getByRole('radio', { name: 'Two Cam Head to Head' }).check()
    await page.getByRole('button', { name: 'Update Streamboard' }).click()
    await page.getByText('Each scoreboard must be unique').first().waitFor()
    await choose(page, 'Scoreboard 2', machines[1]!.scoreboard, new RegExp(machines[1]!.scoreboard))
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Update Streamboard' }).click()
    await page.getByText('Finals updated').waitFor()
    await post(machines[1]!, crypto.randomUUID(), 1, [5_000])
    for (const machine of machines) await viewer.getByRole('heading', { level: 2, name: machine.name }).waitFor()
    await viewer.getByText('5,000', { exact: true }).waitFor()
    // Both cameras are open, what is around them is not.
    expect(await alphaAt(viewer, [[300, 250], [980, 250], [640, 250], [10, 10], [300, 600], [980, 600]])).toEqual([0, 0, 255, 255, 255, 255])
  })

  test('VST-01 ScoresOnlyFixed is 860 × 170, whatever the size', async () => {
    await chooseInRow(page, 'Finals', 'Edit')
    await page.getByRole('radio', { name: /Scores Only Fixed/ }).check()
    await segment(page, 'Canvas size', '1920×1080')
    const source = page.getByRole('region', { name: 'Browser source' })
    await source.getByText('860', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Update Streamboard' }).click()
    await page.getByText('Finals updated').waitFor()
    await viewer.locator('[data-layout="ScoresOnlyFixed"]').waitFor()
    expect(await viewer.locator('[data-layout]').boundingBox()).toEqual({ x: 0, y: 0, width: 860, height: 170 })
    expect(await alphaAt(viewer, [[430, 85], [861, 85], [430, 171]])).toEqual([255, 0, 0])
    expect(troubles).toEqual([])
  })

  test('LST-03 VSB-11 it is deleted, and of the viewer only a small mark stays', async () => {
    await chooseInRow(page, 'Finals', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Finals deleted!').waitFor()
    await page.getByText('You have not created any Streamboards!').waitFor()
    await viewer.getByRole('img', { name: 'This board cannot be shown' }).waitFor()
    expect(await viewer.locator('body').innerText()).toBe('')
    expect(await alphaAt(viewer, [[430, 85], [640, 360]])).toEqual([0, 0])
    // Opened again it says why.
    await viewer.reload()
    await viewer.getByText('Item not found.').waitFor()
    await viewer.context().close()
  })

  test('nothing on the way complained', () => {
    expect(complaints).toEqual([])
  })
})
