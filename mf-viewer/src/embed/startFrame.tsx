import type { BoardAddress } from '@multiball/shared/live'
import { createRoot } from 'react-dom/client'
import { FrameApp } from './FrameApp'
import { frameMessages, type FrameWindow } from './frameMessages'
import { readQuery } from './frameOptions'

/** A display's throw has its card and its report: the console is the partner's. */
const silence = () => {}

/**
 * Draws a frame's page.
 * @param address undefined where there is no such board for this visitor
 * @param search of the page's address, with its leading question mark or empty
 * @param whenShowable until then the page's HTML stands
 */
export function startFrame(address: BoardAddress | undefined, search: string, whenShowable: Promise<void>): void {
  const query = readQuery(search)
  if (query.refused.length > 0)
    console.warn(
      `Multiball: not understood in the address of this frame: ${query.refused.slice(0, 10).join(', ').slice(0, 200)}`,
    )
  const messages = frameMessages(window as unknown as FrameWindow)
  const root = createRoot(document.getElementById('root')!, { onCaughtError: silence })
  void whenShowable.then(() => root.render(<FrameApp address={address} query={query} messages={messages} />))
}
