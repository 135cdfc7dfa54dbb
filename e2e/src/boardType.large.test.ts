import type { Page } from 'playwright-core'
import { complaintsOf } from './browser'
import { choose, chooseInRow, overflow, signedIn } from './dashboard'
import { copyDeploy } from './deployCopy'
import { serveFramingSite, type FramingSite } from './partnerSite'
import { makeTeam, type Team } from './team'
import { useProduct } from './useProduct'

/* A board type of another team, examples/mf-tap-lists: built from the packed packages, published to a server that runs. */

const deploy = copyDeploy()
const rig = useProduct('taps', { environment: () => ({ DEPLOY_DIR: deploy.folder }) })
let team: Team
let partner: FramingSite
let page: Page
let wall: Page
let complaints: string[]

beforeAll(async () => {
  partner = await serveFramingSite()
  team = makeTeam('mf-tap-lists')
  // An hour until a list is old is too long to wait for.
  team.edit('remote.json', '"silent_after": 3600', '"silent_after": 5')
  const context = await signedIn(rig.browser, rig.product.url, rig.owner, { width: 1280, height: 800 })
  page = await context.newPage()
  complaints = complaintsOf(page)
  wall = await open('/viewer/tv')
})

afterAll(async () => {
  partner?.close()
  deploy.remove()
  team?.remove()
})

const idOf = async (title: string) =>
  (await rig.owner.call<{ results: { id: number; title: string }[] }>('GET', '/api/board/taplist/')).results.find(
    (board) => board.title === title,
  )!.id

async function open(path: string, viewport = { width: 1920, height: 1080 }): Promise<Page> {
  const own = await rig.browser.newContext({ viewport })
  own.setDefaultTimeout(20_000)
  const opened = await own.newPage()
  await opened.goto(rig.product.url + path)
  return opened
}

test('BTY-11 BTY-18 it is in the navigation once it is published, without a restart', async () => {
  await page.goto(rig.product.url)
  await page.getByRole('link', { name: 'Scoreboards' }).waitFor()
  expect(await page.getByRole('link', { name: 'Tap lists' }).count()).toBe(0)
  const pid = rig.product.pid()
  await team.remotes(deploy.folder, 'publish')
  await page.reload()
  await page.getByRole('link', { name: 'Tap lists' }).click()
  await page.getByRole('link', { name: '+ Add Tap List' }).first().waitFor()
  expect(rig.product.pid()).toBe(pid)
})

test('BTY-21 a board is added by its form, which previews the draft and says what the server refuses on its field', async () => {
  await page.getByRole('link', { name: '+ Add Tap List' }).first().click()
  await page.getByLabel('Title', { exact: true }).fill('Bar')
  await page.getByLabel('Headline').fill('On tap tonight')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await preview.getByRole('heading', { name: 'On tap tonight' }).waitFor()
  await preview.getByText('Skill Shot').waitFor()
  await page.getByText('Public', { exact: true }).click()

  // The form would not let it out: what is sent is changed on the way.
  const address = '**/api/board/taplist/'
  await page.route(address, (route) =>
    route.continue({ postData: route.request().postData()!.replace('"€"', '"seven  "') }),
  )
  await page.getByRole('button', { name: 'Create Tap List' }).click()
  await page.locator('[data-field="currency"][data-invalid]').getByText('At most 6 characters').waitFor()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400')])
  await page.unroute(address)
  await page.getByRole('button', { name: 'Create Tap List' }).click()
  await page.getByText('Bar created!').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Bar' }).waitFor()
})

test('BTY-20 it is duplicated, and its pages fit a phone', async () => {
  await page.getByRole('listitem').filter({ hasText: 'Bar' }).getByRole('button', { name: /more/i }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('listitem').nth(1).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  // As a phone opens it: a page that is made narrow takes a moment.
  await page.reload()
  await page.getByRole('listitem').nth(1).waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.goto(`${rig.product.url}/tap-lists/${await idOf('Bar')}/edit`)
  await page.getByLabel('Headline').waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('BTY-12 BTY-19 the program’s beers come to the wall by socket, and are dated when it falls silent', async () => {
  const id = await idOf('Bar')
  await wall.goto(`${rig.product.url}/viewer/tap-lists/${id}`)
  await wall.getByText(`Post a list to /api/board/taplist/${id}/feed/taps/`).waitFor()
  await wall.getByText('Live', { exact: true }).waitFor()
  const { key } = await rig.owner.call<{ key: string }>('POST', `/api/board/taplist/${id}/feed/taps/key/`)
  const program = team.run('post.mjs', [rig.product.url, String(id), 'taps.csv'], { FEED_KEY: key })
  try {
    await wall.getByText('Skill Shot').waitFor()
    team.edit('taps.csv', '4.8;60', '5,1;55')
    await wall.getByText('€5.10').waitFor()
  } finally {
    program.stop()
  }
  await wall.getByText(/^As of \d\d:\d\d$/).waitFor()
  await wall.getByText('Skill Shot').waitFor()
})

test('BTY-19 BTY-33 it is a cell of a comboboard, a screen of a slideshow, in a partner’s page, and found by oEmbed', async () => {
  const id = await idOf('Bar')
  const other = await idOf('Bar (copy)')
  const make = async (type: string, body: object) =>
    (await rig.owner.call<{ id: number }>('POST', `/api/${type}/`, { is_public: true, ...body })).id
  const grid = await make('comboboard', {
    title: 'Wall',
    items: [id, other].map((item_id) => ({ item_type: 'taplist', item_id })),
  })
  const slides = await make('slideshow', {
    title: 'Round',
    items: [id, other].map((item_id) => ({ item_type: 'taplist', item_id, duration: 10 })),
  })
  const [combo, show] = await Promise.all([open(`/viewer/comboboards/${grid}`), open(`/viewer/slideshows/${slides}`)])
  await combo.getByText('Skill Shot').first().waitFor()
  await show.getByText('Skill Shot').first().waitFor()
  const site = await rig.browser.newPage()
  await site.goto(
    partner.page(
      '/menu',
      `<multiball-board type="taplist" board="${id}" style="display:block;width:960px"></multiball-board><script type="module" src="${rig.product.url}/embed/v1/board.js"></script>`,
    ),
  )
  await site.frameLocator('iframe').getByText('Skill Shot').first().waitFor()
  const answer = await fetch(
    `${rig.product.url}/api/oembed/?${new URLSearchParams({ url: `${rig.product.url}/viewer/tap-lists/${id}`, format: 'json' }).toString()}`,
  )
  expect(await answer.json()).toMatchObject({ type: 'rich', title: 'Bar' })
  await Promise.all([combo, show, site].map((one) => one.context().close()))
})

test('BTY-40 BTY-30 on a TV it outlives its type: switched off the wall stays, the owner is told, and back it is live', async () => {
  const tv = await open('/viewer/tv')
  const panel = tv.locator('[aria-hidden="false"] [data-code]')
  await panel.waitFor()
  await page.goto(`${rig.product.url}/displays?code=${(await panel.getAttribute('data-code'))!}`)
  await page.getByLabel('Name').fill('Bar left')
  await choose(page, 'Board', 'bar', /^Bar\b(?! \()/)
  await page.getByRole('button', { name: 'Pair TV' }).click()
  await tv.getByText('Skill Shot').waitFor()

  await team.remotes(deploy.folder, 'disable')
  await page.goto(`${rig.product.url}/displays`)
  await page.getByText('Bar · Tap List · Not available now').waitFor()
  expect(await page.getByRole('link', { name: 'Tap lists' }).count()).toBe(0)
  await tv.getByText('Skill Shot').waitFor()
  await wall.getByText('Skill Shot').waitFor()

  await team.remotes(deploy.folder, 'enable')
  await page.reload()
  await page.getByRole('link', { name: 'Tap lists' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Bar' }).first().waitFor()
  await tv.getByText('Skill Shot').waitFor()
  await chooseInRow(page, 'Bar (copy)', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Bar (copy) deleted!').waitFor()
  expect(complaints).toEqual([])
})
