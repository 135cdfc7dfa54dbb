import { pageConfig, reportClientError } from '@multiball/shared/api'
import { startDisplay } from '@multiball/shared/boards'
import { browserEnvironment, watchBoard, type BoardAddress } from '@multiball/shared/live'
import { startRemotes } from '@multiball/shared/remotes'
import { isLiveBoardType } from '@multiball/shared/schema'
import { getDefaultStore } from 'jotai'
import { createRoot } from 'react-dom/client'
import { displaysOf } from './page/displaysOf'
import './page/standalone.css'
import { ViewerPage } from './page/ViewerPage'
import { parseViewerPath } from './page/viewerPath'
import './page/waiting.css'
import { whenShowable } from './page/whenShowable'

/*
 * The page that a TV opens. The board and its displays are asked for side by side before React starts, and React
 * starts when there is something to show: the HTML waits until then, because a Suspense fallback on the first
 * paint would hold the board back for 300 ms.
 */

const { pathname, search } = location
const place = parseViewerPath(pathname, search)
const render = () => createRoot(document.getElementById('root')!).render(<ViewerPage pathname={pathname} search={search} />)

function beginRemotes() {
  try {
    startRemotes({ origins: pageConfig().remoteOrigins, overrides: pageConfig().overrides, onFailure: reportClientError })
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
  beginRemotes()
  for (const type of displaysOf(address.type)) void startDisplay(store, type)
  // A slideshow waits with the same words as the HTML.
  return isLive ? whenShowable(store, address) : Promise.resolve()
}

if (place.type === 'board') void startBoard(place.address).then(render)
else {
  if (place.type === 'tv') beginRemotes()
  render()
}
