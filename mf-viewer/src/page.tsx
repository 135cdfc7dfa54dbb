import { displaysOf, playAttract, showClaimCodes, startDisplay } from '@multiball/shared/boards'
import {
  configureApi,
  pageConfig,
  parseTokenCookie,
  reportClientError,
  reportOpened,
  reportVisit,
} from '@multiball/shared/client'
import { whenShowable } from '@multiball/shared/embedding'
import { browserEnvironment, watchBoard, type BoardAddress } from '@multiball/shared/live'
import { isOverridden, startRemotes, whenOverridesAreKnown } from '@multiball/shared/remotes'
import { isLiveBoardType } from '@multiball/shared/schema'
import { getDefaultStore } from 'jotai'
import { createRoot } from 'react-dom/client'
import { frameAddress, frameHost, readFrame } from './embed/framePage'
import { readKiosk } from './kiosk/kioskSettings'
import { startMemory } from './offline/memory'
import { orStartAgain } from './page/recover'
import './page/standalone.css'
import { ViewerPage } from './ViewerPage'
import { parseViewerPath } from './page/viewerPath'
import './page/waiting.css'

/*
 * The page that a TV opens. The board and its displays are asked for side by side before React starts, and React
 * starts when there is something to show: the HTML waits until then, because a Suspense fallback on the first
 * paint would hold the board back for 300 ms.
 */

// For the watch over starts that the server writes into the page.
document.documentElement.dataset.started = ''

const { pathname, search } = location
const frame = readFrame()
const render = () =>
  createRoot(document.getElementById('root')!).render(<ViewerPage pathname={pathname} search={search} />)

function beginRemotes() {
  try {
    startRemotes({
      host: frame && frameHost(),
      origins: pageConfig().remoteOrigins,
      overrides: pageConfig().overrides,
      onFailure: reportClientError,
      onLoaded: reportVisit,
    })
  } catch (cause) {
    // The display then fails, and its card looks for a better page.
    console.error(cause)
  }
}

function startBoard(address: BoardAddress): Promise<void> {
  const store = getDefaultStore()
  const isLive = isLiveBoardType(address.type)
  // Never ended: the page's own watch lives as long as the page.
  if (isLive) watchBoard(store, address, browserEnvironment)
  for (const type of displaysOf(address.type)) void startDisplay(store, type)
  // A slideshow waits with the same words as the HTML.
  return new Promise((resolve) => void (isLive ? whenShowable(store, address, resolve) : resolve()))
}

/** A board in the page of a partner: nothing of it is kept there, and nobody else's page comes with it. */
async function openFrame(isThere: boolean) {
  const address = isThere ? frameAddress(pathname, search) : undefined
  const shown = address ? startBoard(address) : Promise.resolve()
  const { startFrame } = await orStartAgain(import('./embed/startFrame'))
  startFrame(address, search, shown)
}

const whenLoaded = () =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise<void>((resolve) => addEventListener('load', () => resolve(), { once: true }))

/** Old browsers have no idle time that they tell of. */
const whenIdle = () =>
  new Promise<void>((resolve) =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(() => resolve(), { timeout: 5000 })
      : setTimeout(resolve, 1000),
  )

/** Once the page is painted: what makes it survive a reload without its server. A developer's own choice of remotes is not kept. */
async function startOffline(isTv: boolean) {
  if (pageConfig().offline === false || isOverridden()) return
  await whenLoaded()
  await whenIdle()
  // Where it does not come, the next page asks again.
  const worker = await import('./offline/registerWorker').catch(() => undefined)
  await worker?.startWorker(isTv)
}

function start() {
  beginRemotes()
  const place = parseViewerPath(pathname, search)
  // Who is signed in sees his own boards without their keys. A TV has a token of its own, and a partner's page none of ours.
  if (!frame && place.type === 'board') configureApi({ token: () => parseTokenCookie(document.cookie) })
  if (place.type !== 'not-found') {
    showClaimCodes(readKiosk(search).hasClaimCodes)
    playAttract()
    if (pageConfig().offline !== false) startMemory()
  }
  if (frame) void openFrame(frame.isThere)
  else if (place.type === 'board')
    void startBoard(place.address)
      .then(render)
      .then(() => startOffline(false))
  else {
    render()
    if (place.type === 'tv') void startOffline(true)
  }
}

reportOpened()
if (frame) start()
else whenOverridesAreKnown(pageConfig().overrides, start)
