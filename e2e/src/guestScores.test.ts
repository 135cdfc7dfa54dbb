import type { Page } from 'playwright-core'
import { bringAxe, violationsInBothThemes } from './accessibility'
import { addKeyedMachines, type KeyedMachine } from './account'
import { complaintsOf } from './browser'
import { overflow, signedIn } from './dashboard'
import { useProduct } from './useProduct'

/* From the code on a machine to a leaderboard: a guest's phone, the owner's phone, and what the owner types in. */

const rig = useProduct('guests-owner')
let machine: KeyedMachine
let leaderboard: number

const phone = { width: 390, height: 844 }
const touch = { viewport: phone, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const

beforeAll(async () => {
  machine = (await addKeyedMachines(rig.owner, 'Flipper Bar', ['medieval']))[0]!
  const made = await rig.owner.call<{ id: number }>('POST', '/api/leaderboard/', {
    title: 'House records',
    is_public: true,
    items: [{ id: machine.id, type: 'venuemachine' }],
  })
  leaderboard = made.id
})

/** A photo that is larger than what a phone sends: 2,400 × 1,800 px. */
const takePhoto = (page: Page) =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 2_400, height: 1_800 })
    const paint = canvas.getContext('2d')!
    paint.fillStyle = '#241405'
    paint.fillRect(0, 0, canvas.width, canvas.height)
    paint.fillStyle = '#ff9a1f'
    paint.font = '320px monospace'
    paint.fillText('1,234,567', 320, 1_000)
    return canvas.toDataURL('image/jpeg').split(',')[1]!
  })

/** What is wrong with what is shown: contrast, names, and width. */
async function look(page: Page): Promise<string[]> {
  const wide = await overflow(page)
  return [...(await violationsInBothThemes(page)), ...(wide > 0 ? [`${page.url()} is ${wide} px too wide`] : [])]
}

test('ENT-20 ENT-21 ENT-22 ENT-23 a guest scans the code of a machine and sends a score with a photo; after the owner’s yes on Home it is on the leaderboard', async () => {
  const owners = await signedIn(rig.browser, rig.product.url, rig.owner, phone)
  await bringAxe(owners)
  const own = await owners.newPage()
  const complaints = complaintsOf(own)
  const found: string[] = []
  await own.goto(`${rig.product.url}/venues/${machine.venue}/machines/${machine.id}`)
  const section = own.getByRole('region', { name: 'Guests send scores' })
  await section.getByText('Wait for my yes').click()
  const link = (await section.getByRole('link', { name: /\/send\// }).getAttribute('href'))!
  await section.locator('svg[role=img]').waitFor()
  await section.getByRole('link', { name: 'Print a sheet' }).click()
  const dayCode = (await own.getByLabel(/^Code of the day:/).textContent())!
  await own.getByRole('list', { name: 'Codes of the machines' }).locator('svg').waitFor()
  found.push(...(await look(own)))

  const guests = await rig.browser.newContext(touch)
  await bringAxe(guests)
  const guest = await guests.newPage()
  await guest.goto(link)
  await guest.getByRole('heading', { level: 1, name: machine.name }).waitFor()
  found.push(...(await look(guest)))
  await guest.getByLabel('Score', { exact: true }).fill('1.234.567')
  for (const letter of 'ACE') await guest.getByRole('button', { name: letter, exact: true }).tap()
  const photo = Buffer.from(await takePhoto(guest), 'base64')
  await guest.locator('input[type=file]').setInputFiles({ name: 'score.jpg', mimeType: 'image/jpeg', buffer: photo })
  const preview = guest.getByRole('img', { name: 'The photo that is sent' })
  await preview.waitFor()
  expect(await preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    1_600, 1_200,
  ])
  await guest.getByLabel('Code of the day').fill(dayCode)
  await guest.getByRole('button', { name: 'Send score' }).tap()
  await guest.getByText('Waiting for Flipper Bar’s yes.').waitFor()
  found.push(...(await look(guest)))

  const wall = await rig.browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' })
  await wall.goto(`${rig.product.url}/viewer/leaderboards/${leaderboard}`)
  expect(await wall.getByText('ACE', { exact: true }).count()).toBe(0)
  await own.goto(rig.product.url)
  await own.getByRole('link', { name: 'One score waits for your yes' }).click()
  const shown = own.getByRole('img', { name: `Photo of 1,234,567 on ${machine.name}` })
  await shown.waitFor()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1_600)
  found.push(...(await look(own)))
  await own.getByRole('button', { name: 'Yes to 1,234,567 by ACE' }).click()
  await own.getByText('On the leaderboards.').waitFor()
  await wall.getByText('ACE', { exact: true }).first().waitFor()
  await guest.reload()
  await guest.getByText('On the leaderboards: place 1 on this machine.').waitFor()
  expect(complaints).toEqual([])
  expect(found).toEqual([])
})

test('ENT-06 ENT-24 an owner adds a score and a photo on the phone; it is on the leaderboard, the photo on its page', async () => {
  const owners = await signedIn(rig.browser, rig.product.url, rig.owner, phone)
  const own = await owners.newPage()
  const complaints = complaintsOf(own)
  await own.goto(`${rig.product.url}/venues/${machine.venue}/machines/${machine.id}`)
  await own.getByRole('button', { name: 'Add a score' }).click()
  await own.getByLabel('Score', { exact: true }).fill('7 654 321')
  await own.getByLabel('Player').fill('Inês')
  const photo = Buffer.from(await takePhoto(own), 'base64')
  await own.locator('input[type=file]').setInputFiles({ name: 'score.jpg', mimeType: 'image/jpeg', buffer: photo })
  await own.getByRole('img', { name: 'The photo that is sent' }).waitFor()
  await own.getByRole('button', { name: 'Add score', exact: true }).click()
  await own.getByText(`7,654,321 by Inês added to ${machine.name}.`).waitFor()
  await own.getByRole('table', { name: 'Top scores' }).getByRole('row').filter({ hasText: 'Inês' }).click()
  await own.getByRole('img', { name: 'Photo of the score' }).waitFor()
  const wall = await rig.browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' })
  await wall.goto(`${rig.product.url}/viewer/leaderboards/${leaderboard}`)
  await wall.getByText('Inês', { exact: true }).first().waitFor()
  expect(complaints).toEqual([])
})
