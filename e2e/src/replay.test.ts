import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { addVenueMachine } from './account'
import { recordedGame, registerMaker, signature, type Recorded } from './device'
import { startProduct, type Product } from './product'
import { useProduct } from './useProduct'

/* A real client's recorded game, sent byte for byte to the running product, watched in Chromium; and the README's own. */

const stage = useProduct('replay-owner', { environment: () => ({}) })
let demo: Product | undefined
let machine: number
let board: number
let secret: string

/** The wall's red and yellow. */
const red = '#ff7a70'
const yellow = '#ffe14d'

const recorded = recordedGame()
const [tokenRequest] = recorded
const recordedUuid = new URLSearchParams(tokenRequest!.body).get('uuid')!
const provider = new URLSearchParams(tokenRequest!.body).get('provider')!

/** Sends one recorded request as the client did, with a token of this run. */
const send = ({ method, path, headers, body }: Recorded, token: string) =>
  fetch(stage.product.url + path, {
    method,
    headers: { authorization: `SToken ${token}`, ...(headers['content-type'] && { 'content-type': headers['content-type'] }) },
    ...(body !== '' && { body }),
  })

/** The first call, signed afresh: a recorded timestamp is too old by now. */
async function deviceToken(): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const form = new URLSearchParams(tokenRequest!.body)
  form.set('timestamp', timestamp)
  form.set('sign', signature(secret, recordedUuid, timestamp).toUpperCase())
  const answer = await fetch(`${stage.product.url}/api/stoken/`, { method: 'POST', body: form })
  expect(answer.status).toBe(200)
  const { stoken } = (await answer.json()) as { stoken: string }
  return stoken
}

async function openViewer(): Promise<Page> {
  const page = await stage.browser.newPage({ viewport: { width: 1920, height: 1080 } })
  await page.goto(`${stage.product.url}/viewer/scoreboards/${board}`)
  return page
}

const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor({ state: 'attached', timeout: 15_000 })

beforeAll(async () => {
  secret = registerMaker(provider, { DATA_DIR: stage.product.dataFolder })
  machine = await addVenueMachine(stage.owner, 'Silver Lane Arcade', 'King')
  const scoreboard = await stage.owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title: 'Replay', is_public: true, venuemachine_items: [{ venuemachine: machine, order: 0 }],
  })
  board = scoreboard.id
})

afterAll(() => demo?.stop())

test('API-08 LIV-01 VSB-01 VSB-02 a recorded game of a real client plays on the viewer page', async () => {
  const page = await openViewer()
  await shows(page, 'Waiting for data...')

  const token = await deviceToken()
  const unpaired = await fetch(`${stage.product.url}/api/heartbeat/?session_active=false`, { headers: { authorization: `SToken ${token}` } })
  expect(await unpaired.text()).toBe('{"unpaired":true}')
  const { shortcode } = (await (await fetch(`${stage.product.url}/api/scorbitron_paired/${recordedUuid}/`, { headers: { authorization: `SToken ${token}` } })).json()) as { shortcode: string }
  await stage.owner.call('POST', `/api/venuemachine/${machine}/pair/`, { shortcode })

  const entries = recorded.filter(({ path }) => path === '/api/entry/')
  const before = recorded.slice(1, recorded.indexOf(entries[0]!))
  const after = recorded.slice(recorded.indexOf(entries.at(-1)!) + 1)
  for (const request of before) expect((await send(request, token)).status).toBe(200)

  const scenes: ((page: Page) => Promise<unknown>)[] = [
    (page) => shows(page, 'Player 1'),
    async (page) => {
      await shows(page, /^5,000$/)
      await shows(page, /dragon multiball/i)
      expect(await bannerColor(page, /dragon multiball/i)).toBe(red)
    },
    async (page) => {
      await shows(page, /^77,000$/)
      await shows(page, /king tut x2 bonus/i)
      expect(await bannerColor(page, /king tut x2 bonus/i)).toBe(yellow)
    },
    (page) => shows(page, /^1,234,560$/),
    (page) => shows(page, /game over/i),
  ]
  for (const [index, entry] of entries.entries()) {
    expect((await send(entry, token)).status).toBe(200)
    await scenes[index]!(page)
  }
  for (const request of after) expect((await send(request, token)).status).toBe(200)

  const current = await stage.owner.call<{ settled_on: string | null; scores: { score: number }[] }>('GET', `/api/venuemachine/${machine}/current`)
  expect(current.settled_on).not.toBeNull()
  expect(current.scores.map(({ score }) => score)).toEqual([1_234_560, 77_000])
  await page.close()
})

test('a server killed in mid-game loses no acknowledged entry, and the viewer recovers by itself', async () => {
  const page = await openViewer()
  const token = await deviceToken()
  const entries = recorded
    .filter(({ path }) => path === '/api/entry/')
    .map((entry) => ({ ...entry, body: entry.body.replace(/session_uuid=[^&]+/, 'session_uuid=aaaaaaaa-be22-47ae-9842-8688eba5b4a6') }))

  for (const entry of entries.slice(0, 3)) expect((await send(entry, token)).status).toBe(200)
  await shows(page, /^77,000$/)

  await stage.product.kill()
  await page.locator('[data-connection="polling"], [data-connection="offline"]').first().waitFor({ timeout: 20_000 })
  expect(await page.getByText(/^77,000$/).count()).toBeGreaterThan(0)

  await stage.product.start()
  const kept = await stage.owner.call<{ settled_on: string | null; scores: { score: number }[] }>('GET', `/api/venuemachine/${machine}/current`)
  expect(kept.settled_on).toBeNull()
  expect(kept.scores.map(({ score }) => score)).toEqual([5000, 77_000])

  // The same client goes on with the same token, repeating the entry whose answer it may have missed.
  for (const entry of entries.slice(2)) expect((await send(entry, token)).status).toBe(200)
  await shows(page, /^1,234,560$/)
  await shows(page, /game over/i)
  await page.close()
})

test('VSB-02 the four lines of the README, as they stand there, play a game on the demo’s board', async () => {
  const readme = readFileSync(`${import.meta.dirname}/../../README.md`, 'utf8')
  const [, text = '', lines = ''] = /## Post a score\n(.*?)```sh\n(.*?)```/s.exec(readme) ?? []
  expect(lines.trim().split('\n')).toHaveLength(4)
  demo = await startProduct({ DEMO: '1' })
  // It serves before its demo is there; then it says where to look.
  while (!demo.output().includes('Watch a game')) await wait(100)
  const page = await stage.browser.newPage()
  await page.goto(demo.url + /localhost:3000(\/viewer\/\S+?)\.\s/.exec(text)![1]!)
  const answers = execFileSync('sh', ['-ec', lines.replaceAll('localhost:3000', new URL(demo.url).host)], { stdio: ['ignore', 'pipe', 'ignore'] })
  expect(answers.toString()).toBe('{"scores":[{"position":1,"player":null}]}'.repeat(2))
  await shows(page, /^77,000$/)
  await shows(page, /game over/i)
  await page.close()
})

/** The colour that the banner with this text carries. */
const bannerColor = (page: Page, text: RegExp) =>
  page.getByText(text).first().evaluate((element) => element.closest('[data-color]')?.getAttribute('data-color'))
