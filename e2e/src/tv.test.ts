import { bringAxe, violationsOf } from './accessibility'
import { addVenueMachine } from './account'
import { complaintsOf } from './browser'
import { choose, overflow, signedIn } from './dashboard'
import { useProduct } from './useProduct'

/* A TV's life: a code, an owner with a phone, a board, another one, a reload, and a code again. */

const rig = useProduct('tv-owner')

test('a TV shows a code, is paired on a phone where its QR code leads, and does what its owner says', async () => {
  const { owner, product, browser } = rig
  const machine = await addVenueMachine(owner, 'The Back Room', 'Medieval')
  // Private: the TV has no login.
  await owner.call('POST', '/api/scoreboard/', {
    title: 'Lobby wall',
    is_public: false,
    venuemachine_items: [{ venuemachine: machine }],
  })
  const records = await owner.call<{ id: number }>('POST', '/api/leaderboard/', {
    title: 'House records',
    is_public: true,
    items: [{ id: machine, type: 'venuemachine' }],
  })
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  await bringAxe(context)
  const tv = await context.newPage()
  const phone = await (await signedIn(browser, product.url, owner, { width: 390, height: 844 })).newPage()
  const complaints = [complaintsOf(tv), complaintsOf(phone)]
  const shows = (title: string) => tv.getByRole('heading', { level: 1, name: title }).waitFor()

  await tv.goto(`${product.url}/tv`)
  expect(new URL(tv.url()).pathname).toBe('/viewer/tv')
  const panel = tv.locator('[aria-hidden="false"] [data-code]')
  const code = (await panel.getAttribute('data-code'))!
  const spoken = `${code.slice(0, 3)} ${code.slice(3)}`
  await tv.getByText(spoken).waitFor()
  await tv.getByRole('heading', { name: 'Pair this TV' }).waitFor()
  await tv.getByText(`${new URL(product.url).host}/displays`).waitFor()
  await tv.getByRole('img', { name: /QR code/ }).waitFor()
  // It fades in.
  await tv.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one instanceof CSSTransition && one.finished.catch(() => {}))),
  )
  expect(await violationsOf(tv)).toEqual([])

  await phone.goto(`${product.url}/displays?code=${code}`)
  expect(await phone.getByLabel('Code').inputValue()).toBe(spoken)
  await phone.getByLabel('Name').fill('Bar left')
  await choose(phone, 'Board', 'lobby', /Lobby wall/)
  expect(await overflow(phone)).toBeLessThanOrEqual(0)
  await phone.getByRole('button', { name: 'Pair TV' }).click()
  await phone.getByText('Bar left paired!').waitFor()
  await shows('Lobby wall')
  await tv.getByText('Live', { exact: true }).waitFor()
  await phone.getByText('Online', { exact: true }).waitFor()
  expect(await overflow(phone)).toBeLessThanOrEqual(0)

  // Counts the frames on which nothing but a waiting sentence can be seen.
  await tv.evaluate(() => {
    const page = window as unknown as { gaps: number }
    page.gaps = 0
    const look = () => {
      const shown = document.querySelector('[aria-hidden="false"]')
      if (!shown || shown.querySelector('.mb-waiting')) page.gaps += 1
      requestAnimationFrame(look)
    }
    look()
  })
  const {
    results: [{ id }],
  } = await owner.call<{ results: [{ id: number }] }>('GET', '/api/tv/')
  await owner.call('PUT', `/api/tv/${id}/`, { name: 'Bar left', board: { type: 'leaderboard', id: records.id } })
  await shows('House records')
  expect(await tv.evaluate(() => (window as unknown as { gaps: number }).gaps)).toBe(0)
  await tv.getByRole('heading', { level: 1, name: 'Lobby wall' }).waitFor({ state: 'detached' })

  await owner.call('POST', `/api/tv/${id}/identify/`)
  await tv.getByRole('status').filter({ hasText: 'Bar left' }).waitFor()
  await owner.call('POST', `/api/tv/${id}/reload/`)
  await tv.waitForFunction(() => !('gaps' in window))
  await shows('House records')
  expect(complaints).toEqual([[], []])
  await owner.call('DELETE', `/api/tv/${id}/`)
  await panel.waitFor()
  expect(await panel.getAttribute('data-code')).toHaveLength(6)
})
