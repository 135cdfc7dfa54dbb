import { execFileSync, spawnSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import {
  addKeyedMachines,
  addVenueMachine,
  postEntry,
  postState,
  registerOwner,
  type KeyedMachine,
  type Owner,
} from './account'
import { savedBytes } from './browser'
import { overflow, useOwnersPage } from './dashboard'
import { registerMaker, signature } from './device'
import { useProduct } from './useProduct'

/* A machine's page, with what real devices and programs send. The way to the first machine and score: firstSteps.test.ts. */

const rig = useProduct()
let page: Page
let owner: Owner
let complaints: string[]
let machine: KeyedMachine

useOwnersPage(rig, 'venues-owner', { width: 390, height: 844 }, (own) => ({ owner, page, complaints } = own))
beforeAll(async () => {
  const [made] = await addKeyedMachines(owner, 'Flipper Bar', ['Medieval Madness'])
  machine = made!
})

const open = () => page.goto(`${rig.product.url}/venues/${machine.venue}/machines/${machine.id}`)

const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

/** Where there is none, the example in it is not run either. */
const hasPython = spawnSync('python3', ['--version']).status === 0

test('API-04 a revoked key is refused; with the new one, shown once, the examples on the page play whole games as they stand there; charts and files follow', async () => {
  await open()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await confirm('Revoke')
  await page.getByRole('button', { name: 'Make a device key' }).waitFor()
  expect(
    await postEntry(rig.product.url, machine.deviceKey, {
      session_uuid: crypto.randomUUID(),
      session_sequence: 1,
      current_p1_score: 5,
    }),
  ).toBe(401)
  await page.getByRole('button', { name: 'Make a device key' }).click()
  machine.deviceKey = (await page.getByLabel('Device key', { exact: true }).textContent())!.trim()
  await page.getByText('Code examples').click()
  const plays: (readonly [language: string, program: string, args: readonly string[]])[] = [
    ['curl', 'sh', ['-c']],
    ['JavaScript', process.execPath, ['--input-type=module', '-e']],
    ...(hasPython ? [['Python', 'python3', ['-c']] as const] : []),
  ]
  for (const [at, [language, program, args]] of plays.entries()) {
    await page.getByRole('tab', { name: language }).click()
    const code = (await page.getByLabel(`Example in ${language}`).textContent())!
    expect(code).toContain(machine.deviceKey)
    execFileSync(program, [...args, code], { stdio: 'pipe' })
    await page.getByText('Game over · 77,000', { exact: true }).waitFor()
    await page.getByText(`${at + 1} game${at === 0 ? '' : 's'}`, { exact: true }).waitFor()
  }
  await page.getByRole('button', { name: 'I have stored it' }).click()
  expect(await page.getByText(machine.deviceKey).count()).toBe(0)
  await page.getByRole('table', { name: 'Top scores' }).getByText('77,000').first().waitFor()
  await page
    .getByRole('img', { name: new RegExp(`^Best scores of ${plays.length} games`) })
    .locator('canvas')
    .waitFor()
  for (const [format, text] of [
    ['CSV', '77000'],
    ['JSON', '"score":77000'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download games as ${format}` }).click()
    expect((await savedBytes(saved)).toString('utf8')).toContain(text)
  }
})

test('API-04 however long a name and a score are, the page stays as wide as its window, and each name on one line', async () => {
  const player = await registerOwner(rig.product.url, 'venues-player')
  const session_uuid = crypto.randomUUID()
  const post = (session_sequence: number, state: object) =>
    postState(rig.product.url, machine.deviceKey, { session_uuid, session_sequence, ...state })
  await post(1, { current_p1_score: 4_711, current_p2_score: 12 })
  const { code } = await owner.call<{ code: string }>('GET', `/api/venuemachine/${machine.id}/claim_code/`)
  await player.call('POST', `/api/venuemachine/${machine.id}/claim/`, { position: 1, code })
  const renamed = new FormData()
  for (const [field, text] of Object.entries({
    display_name: 'Wilhelmina Hargreaves-Nakamura '.repeat(2).trim(),
    first_name: 'Maria',
    last_name: 'Okonkwo',
    initials: 'MOK',
  }))
    renamed.set(field, text)
  await fetch(`${rig.product.url}/api/user_profile/update/`, {
    method: 'PATCH',
    headers: { authorization: `Token ${player.token}` },
    body: renamed,
  })
  await post(2, { active: false, current_p1_score: '1234567890123456789' })
  for (const name of ['Top scores', /^Games/]) {
    const cell = page
      .getByRole('table', { name })
      .getByText(/^Wilhelmina/)
      .first()
    await cell.waitFor()
    expect((await cell.boundingBox())!.height).toBeLessThan(30)
  }
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

/** A device of a maker of its own, with its token. */
async function bringDevice(maker: string) {
  const secret = registerMaker(maker, { DATA_DIR: rig.product.dataFolder })
  const uuid = crypto.randomUUID()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signed = { provider: maker, uuid, timestamp, sign: signature(secret, uuid, timestamp) }
  const { stoken } = (await (
    await fetch(`${rig.product.url}/api/stoken/`, { method: 'POST', body: new URLSearchParams(signed) })
  ).json()) as { stoken: string }
  const headers = { authorization: `SToken ${stoken}` }
  const code = async () =>
    (
      (await (await fetch(`${rig.product.url}/api/scorbitron_paired/${uuid}/`, { headers })).json()) as {
        shortcode: string
      }
    ).shortcode
  const entry = (fields: Record<string, string>) =>
    fetch(`${rig.product.url}/api/entry/`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return { code, entry }
}

test('API-04 a device is paired by the code that it shows, and plays; then the machine is retired and its venue deleted', async () => {
  const { code, entry } = await bringDevice('venues-maker')
  await addVenueMachine(owner, 'The Back Room', 'Funhouse')
  await page.goto(`${rig.product.url}/venues`)
  await page.getByRole('link', { name: 'Funhouse' }).click()
  const shortcode = await code()
  await page.getByLabel('Pair code').fill(`${shortcode.slice(0, 3)} ${shortcode.slice(3).toLowerCase()}`)
  await page.getByRole('button', { name: 'Pair', exact: true }).click()
  await page.getByText('A device is paired').waitFor()
  const played = await entry({
    session_uuid: crypto.randomUUID(),
    session_sequence: '0',
    session_time: '0',
    active: 'true',
    current_player: '1',
    current_ball: '1',
    current_p1_score: '5000',
  })
  expect(played.status).toBe(200)
  await page.getByText('Ball 1 · 5,000', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Unpair' }).click()
  await confirm('Unpair')
  await page.getByLabel('Pair code').waitFor()

  await page.getByRole('button', { name: 'Retire this machine' }).click()
  await confirm('Retire')
  await page.getByText(/retired\. Its scores are kept\./).waitFor()
  await page.getByRole('button', { name: 'More for The Back Room' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirm('Delete')
  await page.getByText('The Back Room deleted!').waitFor()
  // A machine that was never played on has no game yet, which the browser writes down as a 404.
  expect(complaints.filter((text) => !/status of 404/.test(text))).toEqual([])
})
