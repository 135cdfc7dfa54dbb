import { useNow } from '@multiball/shared/display'
import { boardAtom, listWatched, type BoardAddress, type BoardLive } from '@multiball/shared/live'
import { ownRev, remoteForDisplay, remoteVersion } from '@multiball/shared/remotes'
import type { BoardType } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import css from './DebugPanel.module.css'

const viewer = 'mf-viewer'
/** A slideshow watches two boards at a time, a scoreboard its leaderboard too. */
const mostBoards = 6

function remotesOf(types: readonly BoardType[]): string[] {
  try {
    return [...new Set([viewer, ...types.flatMap((type) => remoteForDisplay(type) ?? [])])].map(
      (remote) => `${remote} ${remoteVersion(remote) ?? '-'}`,
    )
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
        <li key={`${address.type} ${address.id} ${address.key}`}>
          {boardLine(address, store.get(boardAtom(address)), now)}
        </li>
      ))}
      <li>{perSecond === undefined ? 'counting frames' : `${perSecond} fps`}</li>
    </ul>
  )
}

function useFrameRate(): number | undefined {
  const [perSecond, setPerSecond] = useState<number>()
  useEffect(
    () =>
      countFrames(
        { request: (run) => requestAnimationFrame(run), cancel: (handle) => cancelAnimationFrame(handle) },
        setPerSecond,
      ),
    [],
  )
  return perSecond
}

/** What counting frames needs of a page. */
interface FrameSource {
  /** calls back before the next frame, with ms of a monotonic clock; answers what `cancel` takes */
  request(run: (ms: number) => void): number
  cancel(handle: number): void
}

const windowMs = 1000

/**
 * Counts the frames of a page, and tells their number a second once each second.
 * @returns ends it
 */
export function countFrames({ request, cancel }: FrameSource, tell: (perSecond: number) => void): () => void {
  let since: number | undefined
  let frames = 0
  let handle = request(count)

  function count(ms: number) {
    since ??= ms
    if (ms - since >= windowMs) {
      tell(Math.round((frames * 1000) / (ms - since)))
      since = ms
      frames = 0
    }
    frames += 1
    handle = request(count)
  }

  return () => cancel(handle)
}

/** How long ago the server was heard: '4 s', '12 min', '3 h'. */
function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

/** What somebody in front of a wall wants to know of one of its boards: 'scoreboard 12: live, heard 4 s ago, state 81'. */
export function boardLine(
  { type, id }: BoardAddress,
  { connection, asOf, scores, error }: BoardLive,
  nowMs: number,
): string {
  const heard = asOf === undefined ? 'never heard' : `heard ${age(nowMs - asOf)} ago`
  const state = scores ? [`state ${scores.seq}`] : []
  return `${type} ${id}: ${[connection, heard, ...state, ...(error ? [`error ${error.status}`] : [])].join(', ')}`
}
