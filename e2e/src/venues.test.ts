import { execFileSync, spawnSync } from 'node:child_process'
import type { BrowserContext, Page } from 'playwright-core'
import { bringAxe, violationsInBothThemes } from './accessibility'
import { addVenueMachine, registerOwner, type Owner } from './account'
import { overflow, signedIn, useOwnersPage } from './dashboard'
import { registerMaker, signature } from './device'
import { useProduct } from './useProduct'

/* From an empty account to the first score, on a phone in front of the machine; then the rest of a machine's life at a desk. */

const stage = useProduct()

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

const fits = async (page: Page) => expect(await overflow(page)).toBeLessThanOrEqual(0)

/** Where there is none, nobody runs the example in it either. */
const hasPython = spawnSync('python3', ['--version']).status === 0

const post = (key: string, entry: object) =>
  fetch(`${stage.product.url}/api/entry/`, { method: 'POST', headers: { authorization: `Token ${key}`, 'content-type': 'application/json' }, body: JSON.stringify(entry) })

describe('on a phone, from an empty account to the first score', () => {
  let context: BrowserContext
  let page: Page
  let owner: Owner
  let complaints: string[]
  let deviceKey: string
  let gamePath: string

  useOwnersPage(stage, 'venues-phone', phone, (own) => ({ owner, context, page, complaints } = own))

  test('API-04 the empty page leads to a venue, and that to its first machine', async () => {
    await page.goto(`${stage.product.url}/venues`)
    await page.getByText('You have not created any Venues!').waitFor()
    await fits(page)
    await page.getByRole('link', { name: 'Set up your first venue' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Flipper Bar')
    await page.getByRole('button', { name: 'Create Venue' }).click()
    await page.getByText('Which machine is at Flipper Bar?').waitFor()
    await page.getByRole('searchbox').fill('medieval williams')
    await page.getByText('1 machine', { exact: true }).waitFor()
    await fits(page)
    await page.getByRole('button', { name: /^Add Medieval Madness/ }).click()
    await page.getByText('Medieval Madness added!').waitFor()
    await fits(page)
  })

  test('API-04 a key is made, shown once, and plays a test game that is seen live', async () => {
    await page.getByRole('button', { name: 'Make a device key' }).click()
    deviceKey = (await page.getByLabel('Device key', { exact: true }).textContent())!.trim()
    await fits(page)
    await page.getByText('Code examples').click()
    expect(await page.getByLabel('Example in curl').textContent()).toContain(deviceKey)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.getByText(deviceKey).count()).toBe(0)
    await page.getByRole('button', { name: 'Play a test game' }).click()
    await page.getByText('Ball 2 · 96,040', { exact: true }).waitFor()
    await page.getByText('Game over · 250,000', { exact: true }).waitFor()
    await page.getByText('It works.').waitFor()
    // It is in the history, and counts nowhere.
    const table = page.getByRole('table', { name: /^Games/ })
    await table.getByText('250,000').waitFor()
    await table.getByText('Not counted').waitFor()
    expect(await page.getByRole('table', { name: 'Top scores' }).count()).toBe(0)
  })

  test('SB-01 a scoreboard of it is one click away, and its viewer shows the last game', async () => {
    await page.getByRole('button', { name: 'Create a scoreboard' }).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: /^View Medieval Madness/ }).click()
    const viewer = await opened
    await viewer.getByText('250,000', { exact: true }).waitFor()
    await viewer.close()
  })

  test('the examples on the page play whole games as they stand there', async () => {
    const example = async (language: string) => {
      await page.getByRole('tab', { name: language }).click()
      return (await page.getByLabel(`Example in ${language}`).textContent())!.replaceAll('YOUR_DEVICE_KEY', deviceKey)
    }
    const plays: (readonly [language: string, program: string, args: (code: string) => string[]])[] = [
      ['curl', 'sh', (code) => ['-c', code]],
      ['JavaScript', process.execPath, (code) => ['--input-type=module', '-e', code]],
      ...(hasPython ? [['Python', 'python3', (code: string) => ['-c', code]] as const] : []),
    ]
    for (const [at, [language, program, args]] of plays.entries()) {
      execFileSync(program, args(await example(language)), { stdio: 'pipe' })
      await page.getByText('Game over · 77,000', { exact: true }).waitFor()
      await page.getByText(`${at + 2} games`, { exact: true }).waitFor()
    }
    await page.getByRole('table', { name: 'Top scores' }).getByText('77,000').first().waitFor()
    // The chart has come with them, and the files have what the table has.
    await page.getByRole('img', { name: new RegExp(`^Best scores of ${plays.length + 1} games`) }).locator('canvas').waitFor()
    for (const [format, text] of [['CSV', '250000'], ['JSON', '"score":250000']] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: `Download games as ${format}` }).click()
      const chunks: Buffer[] = []
      for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk as Buffer)
      expect(Buffer.concat(chunks).toString('utf8')).toContain(text)
    }
    await fits(page)
  })

  test('a game of the history opens to how it went: a chart, ball by ball, and every moment in digits', async () => {
    const machinePath = new URL(page.url()).pathname
    // The oldest is the test game, which took its time.
    await page.getByRole('link', { name: /^How the game went/ }).last().click()
    await page.getByRole('img', { name: /^Scores of all players/ }).locator('canvas').waitFor()
    const balls = page.getByRole('table', { name: 'Ball by ball' })
    await balls.getByText('Ball 3', { exact: true }).waitFor()
    await balls.getByText('Multiball, Test game').waitFor()
    await page.getByText(/Not counted$/).waitFor()
    await page.getByText(/score changes as a table$/).click()
    await page.getByRole('region', { name: 'Every moment' }).getByRole('cell', { name: '250,000' }).waitFor()
    await fits(page)
    gamePath = new URL(page.url()).pathname
    await page.getByRole('link', { name: /^Medieval Madness/ }).click()
    await page.waitForURL(`**${machinePath}`)
  })

  test('a player who scans a code logs in on the way, claims the slot, and finds the game among his own', async () => {
    const [board] = (await owner.call<{ results: { venuemachine_items: { venuemachine: number }[] }[] }>('GET', `/api/scoreboard/?owner=${(await owner.call<{ id: number }>('GET', '/api/user_profile/get/')).id}`)).results
    const machine = board!.venuemachine_items[0]!.venuemachine
    const session_uuid = crypto.randomUUID()
    await post(deviceKey, { session_uuid, session_sequence: 1, current_player: 1, current_ball: 2, current_p1_score: 4_711, current_p2_score: 12 })
    const { code } = await owner.call<{ code: string }>('GET', `/api/venuemachine/${machine}/claim_code/`)
    const player = await registerOwner(stage.product.url, 'venues-player')
    const pocket = await stage.browser.newContext({ viewport: phone })
    pocket.setDefaultTimeout(20_000)
    const scanned = await pocket.newPage()
    await scanned.goto(`${stage.product.url}/claim/${machine}/1?code=${code}`)
    await scanned.getByRole('button', { name: 'Log in' }).click()
    await scanned.getByLabel('Username').fill(player.username)
    await scanned.getByLabel('Password', { exact: true }).fill(player.password)
    await scanned.getByRole('button', { name: /^log in$/i }).click()
    await scanned.getByText('4,711', { exact: true }).waitFor()
    await scanned.getByRole('button', { name: 'That’s me' }).click()
    await scanned.getByText('You’re on the board as Maria Okonkwo.').waitFor()
    await fits(scanned)
    await scanned.getByRole('link', { name: 'My games' }).click()
    await scanned.getByText('Playing now').waitFor()
    // However long a name and a score are, the machine's page stays as wide as its window, and each name on one line.
    const renamed = new FormData()
    for (const [field, text] of Object.entries({ display_name: 'Wilhelmina Hargreaves-Nakamura '.repeat(2).trim(), first_name: 'Maria', last_name: 'Okonkwo', initials: 'MOK' })) renamed.set(field, text)
    await fetch(`${stage.product.url}/api/user_profile/update/`, { method: 'PATCH', headers: { authorization: `Token ${player.token}` }, body: renamed })
    await post(deviceKey, { session_uuid, session_sequence: 2, active: false, current_p1_score: '1234567890123456789' })
    for (const name of ['Top scores', /^Games/]) {
      const cell = page.getByRole('table', { name }).getByText(/^Wilhelmina/).first()
      await cell.waitFor()
      expect((await cell.boundingBox())!.height).toBeLessThan(30)
    }
    await fits(page)
    await scanned.goto(`${stage.product.url}/claim/${machine}/1?code=${code}`)
    await scanned.getByRole('button', { name: 'Undo' }).click()
    await scanned.getByRole('button', { name: 'That’s me' }).waitFor()
    await pocket.close()
  })

  test('axe finds nothing on these pages, light or dark', async () => {
    await bringAxe(context)
    const read = await context.newPage()
    await read.emulateMedia({ reducedMotion: 'reduce' })
    const machinePath = new URL(page.url()).pathname
    const machine = machinePath.split('/').at(-1)
    const { code } = await owner.call<{ code: string }>('GET', `/api/venuemachine/${machine}/claim_code/`)
    const pages: [path: string, text: string][] = [
      ['/venues', 'Flipper Bar'],
      ['/venues/add', 'Create Venue'],
      [machinePath.replace(/\d+$/, 'add'), '2,578 machines'],
      [machinePath, 'Top scores'],
      [`/claim/${machine}/1?code=${code}`, 'That’s me'],
      ['/games', 'You have no games yet.'],
      [gamePath, 'Ball by ball'],
    ]
    const found: string[] = []
    for (const [path, text] of pages) {
      await read.goto(stage.product.url + path)
      await read.getByText(text).first().waitFor()
      found.push(...(await violationsInBothThemes(read)))
    }
    expect(found).toEqual([])
    await read.close()
  })

  test('nothing on the way complained', () => {
    // A machine that was never played on has no game yet, which the browser writes down as a 404.
    expect(complaints.filter((text) => !/status of 404/.test(text))).toEqual([])
  })
})

/** A device of a maker of its own, with its token. */
async function bringDevice(maker: string) {
  const secret = registerMaker(maker, { DATA_DIR: stage.product.dataFolder })
  const uuid = crypto.randomUUID()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signed = { provider: maker, uuid, timestamp, sign: signature(secret, uuid, timestamp) }
  const { stoken } = (await (await fetch(`${stage.product.url}/api/stoken/`, { method: 'POST', body: new URLSearchParams(signed) })).json()) as { stoken: string }
  const headers = { authorization: `SToken ${stoken}` }
  const code = async () => ((await (await fetch(`${stage.product.url}/api/scorbitron_paired/${uuid}/`, { headers })).json()) as { shortcode: string }).shortcode
  const entry = (fields: Record<string, string>) => fetch(`${stage.product.url}/api/entry/`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return { code, entry }
}

describe('on a phone, in front of a machine that shows a code', () => {
  const fiveMinutesMs = 5 * 60_000

  test('API-04 LOG-01 from no account to the first score: registered, a venue, a machine, its code, and it plays', async () => {
    const { code, entry } = await bringDevice('phone-maker')
    const context = await stage.browser.newContext({ viewport: phone })
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const began = Date.now()

    await page.goto(`${stage.product.url}/venues`)
    await page.getByRole('button', { name: 'Register' }).click()
    const person = { Username: 'venues-front', Email: 'front@example.org', 'First name': 'Ada', 'Last name': 'Bell' }
    const password = 'Plunger-7-lane'
    for (const [label, value] of Object.entries(person)) await page.getByRole('textbox', { name: label, exact: true }).fill(value)
    for (const name of ['password', 'confirmation']) await page.locator(`input[name=${name}]`).fill(password)
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.getByRole('button', { name: 'Return to login' }).click()
    await page.getByLabel('Username').fill(person.Username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: /^log in$/i }).click()

    await page.getByRole('link', { name: 'Set up your first venue' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Front Bar')
    await page.getByRole('button', { name: 'Create Venue' }).click()
    await page.getByRole('searchbox').fill('fish tales')
    await page.getByRole('button', { name: /^Add Fish Tales/ }).click()
    await page.getByLabel('Pair code').fill(await code())
    await page.getByRole('button', { name: 'Pair', exact: true }).click()
    await page.getByText('A device is paired').waitFor()
    const played = await entry({ session_uuid: crypto.randomUUID(), session_sequence: '0', session_time: '0', active: 'true', current_player: '1', current_ball: '1', current_p1_score: '5000' })
    expect(played.status).toBe(200)
    await page.getByText('Ball 1 · 5,000', { exact: true }).waitFor()
    await fits(page)

    expect(Date.now() - began).toBeLessThan(fiveMinutesMs)
    await context.close()
  })
})

describe('at a desk', () => {
  let context: BrowserContext
  let page: Page
  let owner: Owner

  beforeAll(async () => {
    owner = await registerOwner(stage.product.url, 'venues-desk')
    await addVenueMachine(owner, 'The Back Room', 'Funhouse')
    context = await signedIn(stage.browser, stage.product.url, owner, desk)
    page = await context.newPage()
  })
  afterAll(() => context?.close())

  const choose = async (item: string) => {
    await page.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

  test('API-04 a venue gets another name', async () => {
    await page.goto(`${stage.product.url}/venues`)
    await page.getByText('Not connected').waitFor()
    await choose('Rename')
    await page.getByLabel('Name', { exact: true }).fill('The Front Room')
    await page.getByRole('button', { name: 'Update Venue' }).click()
    await page.getByText('The Front Room updated').waitFor()
    await fits(page)
  })

  test('API-04 a wrong pair code is refused on its field, the right one pairs the device', async () => {
    const shortcode = await (await bringDevice('desk-maker')).code()

    await page.getByRole('link', { name: 'Funhouse' }).click()
    const code = page.getByLabel('Pair code')
    await code.fill(shortcode === 'AAAAAA' ? 'CCCCCC' : 'AAAAAA')
    await page.getByRole('button', { name: 'Pair', exact: true }).click()
    await page.getByText('No device shows this code').waitFor()
    await code.fill(`${shortcode.slice(0, 3)} ${shortcode.slice(3).toLowerCase()}`)
    await page.getByRole('button', { name: 'Pair', exact: true }).click()
    await page.getByText('A device is paired').waitFor()
    await page.getByRole('button', { name: 'Unpair' }).click()
    await confirm('Unpair')
    await code.waitFor()
  })

  test('API-04 a revoked key is refused', async () => {
    await page.getByRole('button', { name: 'Make a device key' }).click()
    const key = (await page.getByLabel('Device key', { exact: true }).textContent())!.trim()
    const entry = { session_uuid: crypto.randomUUID(), session_sequence: 1, current_p1_score: 5 }
    expect((await post(key, entry)).status).toBe(200)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await confirm('Revoke')
    await page.getByRole('button', { name: 'Make a device key' }).waitFor()
    expect((await post(key, { ...entry, session_sequence: 2 })).status).toBe(401)
  })

  test('API-04 a machine is retired and a venue deleted, and both say what stays', async () => {
    await page.getByRole('button', { name: 'Retire this machine' }).click()
    await page.getByText(/Its scores stay, also in leaderboards/).waitFor()
    await confirm('Retire')
    await page.getByText(/retired\. Its scores are kept\./).waitFor()
    await page.getByText('No machines here yet').waitFor()
    await choose('Delete')
    await confirm('Delete')
    await page.getByText('The Front Room deleted!').waitFor()
    await page.getByText('You have not created any Venues!').waitFor()
  })
})
