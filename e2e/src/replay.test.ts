import type { Page } from 'playwright-core'
import { addVenueMachine } from './account'
import { recordedGame, registerMaker, signature, type Recorded } from './device'
import { useProduct } from './useProduct'

/* A real client's recorded game, sent byte for byte to the running product and watched in Chromium. */

const rig = useProduct('replay-owner')

/** The wall's red and yellow. */
const red = '#ff7a70'
const yellow = '#ffe14d'

const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor({ state: 'attached' })

/** The colour that the banner with this text carries. */
const bannerColor = (page: Page, text: RegExp) =>
  page
    .getByText(text)
    .first()
    .evaluate((element) => element.closest('[data-color]')?.getAttribute('data-color'))

test('API-08 LIV-01 VSB-01 VSB-02 a recorded game of a real client plays on the viewer page', async () => {
  const recorded = recordedGame()
  const [tokenRequest] = recorded
  const form = new URLSearchParams(tokenRequest!.body)
  const [uuid, provider] = [form.get('uuid')!, form.get('provider')!]
  const machine = await addVenueMachine(rig.owner, 'Silver Lane Arcade', 'King')
  const board = await rig.owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title: 'Replay',
    is_public: true,
    venuemachine_items: [{ venuemachine: machine, order: 0 }],
  })
  const page = await rig.browser.newPage({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })
  await page.goto(`${rig.product.url}/viewer/scoreboards/${board.id}`)
  await shows(page, 'Waiting for data...')

  // The first call is signed again: a recorded timestamp is too old by now.
  const timestamp = String(Math.floor(Date.now() / 1000))
  form.set('timestamp', timestamp)
  form.set(
    'sign',
    signature(registerMaker(provider, { DATA_DIR: rig.product.dataFolder }), uuid, timestamp).toUpperCase(),
  )
  const { stoken } = (await (await fetch(`${rig.product.url}/api/stoken/`, { method: 'POST', body: form })).json()) as {
    stoken: string
  }
  const authorization = `SToken ${stoken}`
  const { shortcode } = (await (
    await fetch(`${rig.product.url}/api/scorbitron_paired/${uuid}/`, { headers: { authorization } })
  ).json()) as { shortcode: string }
  await rig.owner.call('POST', `/api/venuemachine/${machine}/pair/`, { shortcode })

  /** Sends one recorded request as the client did, with a token of this run. */
  const send = async ({ method, path, headers, body }: Recorded) => {
    const { status } = await fetch(rig.product.url + path, {
      method,
      headers: { authorization, ...(headers['content-type'] && { 'content-type': headers['content-type'] }) },
      ...(body !== '' && { body }),
    })
    expect([path, status]).toEqual([path, 200])
  }
  const scenes = [
    () => shows(page, 'Player 1'),
    async () => {
      await shows(page, /^5,000$/)
      await shows(page, /dragon multiball/i)
      expect(await bannerColor(page, /dragon multiball/i)).toBe(red)
    },
    async () => {
      await shows(page, /^77,000$/)
      await shows(page, /king tut x2 bonus/i)
      expect(await bannerColor(page, /king tut x2 bonus/i)).toBe(yellow)
    },
    () => shows(page, /^1,234,560$/),
    () => shows(page, /game over/i),
  ]
  for (const request of recorded.slice(1)) {
    await send(request)
    if (request.path === '/api/entry/') await scenes.shift()!()
  }
  expect(scenes).toEqual([])
})
