import { useNow } from '@multiball/shared/display'
import { boardAtom, listWatched } from '@multiball/shared/live'
import { ownRev, remoteForDisplay, remoteVersion } from '@multiball/shared/remotes'
import type { BoardType } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import css from './DebugPanel.module.css'
import { boardLine } from './debugLines'
import { countFrames } from './frameRate'

const viewer = 'mf-viewer'
/** A slideshow watches two boards at a time, a scoreboard its leaderboard too. */
const mostBoards = 6

function remotesOf(types: readonly BoardType[]): string[] {
  try {
    return [...new Set([viewer, ...types.flatMap((type) => remoteForDisplay(type) ?? [])])].map((remote) => `${remote} ${remoteVersion(remote) ?? '-'}`)
  } catch {
    // A page without remotes says so on its card.
    return []
  }
}

/**
 * For `?debug=1`: which versions run here, how each board hears of its scores, and how smoothly it all moves.
 * @param isOverlay below the words of an overlay, at its corner
 */
export function DebugPanel({ isOverlay = false }: { isOverlay?: boolean }) {
  const store = useStore()
  const now = useNow(1000)
  const perSecond = useFrameRate()
  const watched = listWatched(store)
  const types = [...new Set(watched.map(({ type }) => type))]
  return (
    <ul className={isOverlay ? `${css.panel} ${css.overlay}` : css.panel} aria-label="Debug">
      {remotesOf(types).map((line) => (
        <li key={line}>{line}</li>
      ))}
      <li>{`registry ${ownRev() ?? '-'}`}</li>
      {watched.slice(0, mostBoards).map((address) => (
        <li key={`${address.type} ${address.id} ${address.key}`}>{boardLine(address, store.get(boardAtom(address)), now)}</li>
      ))}
      <li>{perSecond === undefined ? 'counting frames' : `${perSecond} fps`}</li>
    </ul>
  )
}

function useFrameRate(): number | undefined {
  const [perSecond, setPerSecond] = useState<number>()
  useEffect(() => countFrames({ request: (run) => requestAnimationFrame(run), cancel: (handle) => cancelAnimationFrame(handle) }, setPerSecond), [])
  return perSecond
}
