import { pageConfig } from '@multiball/shared/api'
import { startDisplay } from '@multiball/shared/boards'
import { browserEnvironment, watchBoard, type BoardAddress } from '@multiball/shared/live'
import { startRemotes } from '@multiball/shared/remotes'
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

function startBoard(address: BoardAddress): Promise<void> {
  const store = getDefaultStore()
  // Never ended: the page's own watch lives as long as the page.
  watchBoard(store, address, browserEnvironment)
  try {
    startRemotes({ origins: pageConfig().remoteOrigins })
  } catch (cause) {
    // The display then fails, and its card looks for a better page.
    console.error(cause)
  }
  for (const type of displaysOf(address.type)) void startDisplay(store, type)
  return whenShowable(store, address)
}

if (place.type === 'board') void startBoard(place.address).then(render)
else render()
