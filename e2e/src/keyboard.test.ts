import path from 'node:path'
import type { Page } from 'playwright-core'
import { complaintsOf } from './browser'
import { signedIn } from './dashboard'
import { Keyboard } from './keyboard'
import { makeOneOfEach } from './oneOfEach'
import { useProduct } from './useProduct'

/* Everything an owner does, without a mouse: boards of each kind made, reordered, edited and deleted, the picture cropped. */

const rig = useProduct('keyboard-owner')
let page: Page
let keys: Keyboard
let complaints: string[]

beforeAll(async () => {
  await makeOneOfEach(rig.owner)
  // Low enough that forms scroll below their bar of buttons.
  const context = await signedIn(rig.browser, rig.product.url, rig.owner, { width: 1280, height: 560 })
  page = await context.newPage()
  complaints = complaintsOf(page)
  keys = new Keyboard(page)
})

interface Kind {
  singular: string
  path: string
  /** the title of the board below the new one in the list */
  next: string
  /** from the title on */
  fillForm(): Promise<void>
  change?(): Promise<void>
}

const choosePublic = async () => {
  await keys.reach('radio', 'Private')
  await keys.press('ArrowRight')
  expect(await page.getByRole('radio', { name: 'Public' }).isChecked()).toBe(true)
}
const chooseMachine = async () => {
  await keys.pick('Machine', 'medieval', /Medieval/)
  await choosePublic()
}

const chooseBoards = async (first: string, second: string) => {
  await choosePublic()
  await keys.pick(first, 'lobby wall', /Lobby wall/)
  await keys.pick(second, 'window', /Window screen/)
}

const kinds: Kind[] = [
  { singular: 'Scoreboard', path: '/scoreboards', next: 'Window screen', fillForm: chooseMachine },
  { singular: 'Leaderboard', path: '/leaderboards', next: 'House records', fillForm: chooseMachine },
  {
    singular: 'Comboboard',
    path: '/comboboards',
    next: 'Back wall',
    fillForm: () => chooseBoards('Item 1', 'Item 2'),
    change: async () => {
      await keys.activate('button', 'Move Window screen up')
      await keys.arrivesAt('button', 'Move Window screen down')
      await page.getByText('Window screen is now item 1 of 2').waitFor()
    },
  },
  {
    singular: 'Slideshow',
    path: '/slideshows',
    next: 'Round and round',
    fillForm: () => chooseBoards('Scoreboard', 'Scoreboard'),
    change: async () => {
      await keys.activate('button', 'Move screen 2 up')
      await keys.arrivesAt('button', 'Move screen 1 down')
    },
  },
  {
    singular: 'Streamboard',
    path: '/streamboards',
    next: 'Tournament stream',
    fillForm: () => keys.pick('Scoreboard', 'lobby wall', /Lobby wall/),
  },
]

test('FRM-03 the skip link leads past the navigation, the summary of a refused form to its fields', async () => {
  await page.goto(`${rig.product.url}/scoreboards`)
  await page.getByRole('heading', { name: 'My Scoreboards' }).waitFor()
  await keys.press('Tab')
  await keys.arrivesAt('link', 'Skip to content')
  await keys.press('Enter')
  await keys.activate('link', /Add Scoreboard/)
  await keys.arrivesAt('heading', 'Add Scoreboard')
  await keys.activate('button', 'Create Scoreboard')
  // The summary takes the focus; each of its lines leads to its field.
  await keys.activate('button', 'Title must not be blank')
  await keys.arrivesAt('textbox', 'Title')
})

test.each(kinds)(
  'FRM-01 LST-02 LST-03 LST-04 a $singular is made, edited and deleted by keyboard',
  async ({ singular, path: list, next, fillForm, change }) => {
    await page.goto(rig.product.url + list)
    await page.getByRole('link', { name: next, exact: true }).waitFor()

    await keys.activate('link', new RegExp(`Add ${singular}`))
    await keys.arrivesAt('heading', `Add ${singular}`)
    await keys.fill('textbox', 'Title', 'By hand')
    await fillForm()
    await keys.activate('button', `Create ${singular}`)
    await page.getByText('By hand created!').waitFor()
    if (singular === 'Streamboard') {
      // Its own page opens: its address for the stream comes next.
      await keys.arrivesAt('button', 'Copy URL')
    } else {
      await keys.arrivesAt('heading', `My ${singular}s`)
      await keys.activate('link', 'By hand')
      await keys.arrivesAt('heading', 'Edit By hand')
    }
    await keys.fill('textbox', 'Title', 'By two hands')
    if (change) {
      await change()
      await keys.activate('button', `Update ${singular}`)
    } else await keys.press('Enter')
    await page.getByText('By two hands updated').waitFor()

    await keys.activate('button', 'Delete By two hands')
    await keys.arrivesAt('button', 'Cancel')
    await keys.activate('button', 'Delete')
    await page.getByText('By two hands deleted!').waitFor()
    await keys.arrivesAt('link', next)
  },
)

test('LST-01 LST-02 LST-03 a list’s filter goes into its address; the menus of its rows and of the user by arrow keys; a question that is not answered gives the focus back', async () => {
  await page.goto(`${rig.product.url}/scoreboards`)
  await keys.fill('searchbox', /^Filter/, 'lobby')
  await page.getByRole('link', { name: 'Window screen', exact: true }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('q')).toBe('lobby')
  await keys.activate('button', 'Delete Lobby wall')
  await keys.arrivesAt('button', 'Cancel')
  await keys.press('Escape')
  await keys.arrivesAt('button', 'Delete Lobby wall')
  await keys.press('Enter')
  await keys.arrivesAt('button', 'Cancel')
  await page.goBack()
  await keys.arrivesAt('button', 'Delete Lobby wall')
  await keys.activate('button', 'More for Lobby wall')
  await keys.arrivesAt('menuitem', 'Show on a TV')
  await keys.press('ArrowDown')
  await keys.press('ArrowDown')
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await keys.arrivesAt('button', 'Close')
  await keys.press('Escape')
  await keys.arrivesAt('button', 'More for Lobby wall')
  await page.goto(rig.product.url)
  await keys.activate('button', /^User menu of/)
  await keys.arrivesAt('menuitem', 'Profile')
  await keys.press('Enter')
  await keys.arrivesAt('heading', 'Profile')
})

/** Has the page say which files it puts into a form that it sends; from outside their bytes are not to be seen. */
const tellFileNames = () =>
  page.evaluate(() => {
    const set = FormData.prototype.set as (this: FormData, ...entry: unknown[]) => void
    FormData.prototype.set = function (this: FormData, ...entry: unknown[]) {
      const [name, value] = entry
      if (value instanceof File) console.debug(`file ${String(name)} ${value.name} ${value.type}`)
      set.apply(this, entry)
    } as FormData['set']
  })

test('PRO-01 PRO-03 a picture is chosen, zoomed by arrow keys, cropped and saved, 250 × 250', async () => {
  const asked = page.waitForEvent('filechooser')
  await keys.activate('button', 'Choose picture')
  await (await asked).setFiles(path.resolve(import.meta.dirname, '../fixtures/portrait.png'))
  await page.getByRole('dialog', { name: 'Crop your picture' }).waitFor()
  await keys.reach('application', 'Part of the picture that is kept')
  for (let count = 0; count < 10; count += 1) await keys.press('ArrowLeft')
  await keys.reach('slider', 'Zoom')
  for (let count = 0; count < 30; count += 1) await keys.press('ArrowRight')
  expect(await page.getByRole('slider').inputValue()).toBe('2.5')
  await keys.activate('button', 'Save')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await keys.arrivesAt('button', 'Choose picture')
  await tellFileNames()
  const named = page.waitForEvent('console', (message) => message.text().startsWith('file '))
  const loaded = page.waitForEvent('load')
  await keys.activate('button', 'Update Profile')
  expect((await named).text()).toBe('file profile_picture profile.png image/png')
  await loaded
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  const { profile_picture: address } = await rig.owner.call<{ profile_picture: string }>(
    'GET',
    '/api/user_profile/get/',
  )
  const picture = Buffer.from(await (await fetch(new URL(address, rig.product.url))).arrayBuffer())
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([250, 250])
  await page.locator(`main img[src="${address}"]`).waitFor()
})

test('WCAG 2.4.7 and 2.4.11: every stop on the way had a ring, and nothing covered it', () => {
  expect(keys.flaws).toEqual([])
})

test('nothing on the way complained', () => {
  expect(complaints).toEqual([])
})
