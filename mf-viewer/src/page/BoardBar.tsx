import { offerShare } from '@multiball/shared/client'
import { useChunk } from '@multiball/shared/display'
import { boardAtom, type BoardAddress } from '@multiball/shared/live'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import css from './BoardBar.module.css'

const codeSheet = () => import(/* webpackChunkName: "bar" */ './CodeSheet')

const shownMs = 4_000
/** Whoever presses Full screen leaves the focus and the pointer on it and walks away: after so long without a move, nobody is using the bar. */
const mostUsedMs = 60_000

interface BoardBarProps {
  address: BoardAddress
  onFullScreen(): void
}

/** The first venue named in what a board says of itself: of its machines, or of those of the boards in it. */
function venueOf(bootstrap: object | undefined): string | undefined {
  const { items = [], boards = [] } = (bootstrap ?? {}) as {
    items?: { venuemachine?: { venue?: { name: string } } }[]
    boards?: { bootstrap?: object }[]
  }
  const own = items.map(({ venuemachine }) => venuemachine?.venue?.name)
  const names = new Set([...own, ...boards.map((board) => venueOf(board.bootstrap))].filter(Boolean))
  return names.size === 1 ? [...names][0] : undefined
}

/** Shares by what the system has, else puts the link on the clipboard; answers what to say. */
async function share(title: string, url: string): Promise<string> {
  if (await offerShare(title, url)) return ''
  const { clipboard } = navigator as Partial<Navigator>
  return clipboard
    ? clipboard.writeText(url).then(
        () => 'Link copied',
        () => url,
      )
    : url
}

/** What somebody in front of a board may do with it: there for a moment after the pointer or a key has moved, and away again. */
export default function BoardBar({ address, onFullScreen }: BoardBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(true)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const CodeSheet = useChunk(isSheetOpen ? codeSheet : undefined)?.default
  const [said, setSaid] = useState('')
  const { bootstrap } = useAtomValue(boardAtom(address))
  const venue = venueOf(bootstrap)
  const title = bootstrap?.title ?? document.title.replace(/ – Multiball$/, '')

  /** @param restedMs since somebody last moved */
  const rest = useEffectEvent((restedMs: number) => {
    // Nobody is robbed of what he has the focus or the pointer on.
    if (restedMs < mostUsedMs && bar.current?.matches(':focus-within, :hover')) return true
    bar.current?.querySelector<HTMLElement>(':focus')?.blur()
    setShown(false)
    setSaid('')
    return false
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = (restedMs = shownMs) => {
      clearTimeout(timer)
      timer = setTimeout(() => rest(restedMs) && wait(restedMs + shownMs), shownMs)
    }
    const moved = () => {
      setShown(true)
      wait()
    }
    wait()
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) document.addEventListener(event, moved)
    return () => {
      clearTimeout(timer)
      for (const event of events) document.removeEventListener(event, moved)
    }
  }, [])

  return (
    <>
      <div
        ref={bar}
        className={css.bar}
        data-shown={isShown || undefined}
        role="toolbar"
        aria-label="This board"
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {venue && <span className={css.venue}>{venue}</span>}
        <button type="button" className={css.button} onClick={onFullScreen}>
          Full screen
        </button>
        <button type="button" className={css.button} onClick={() => void share(title, location.href).then(setSaid)}>
          Share
        </button>
        <button type="button" className={css.button} onClick={() => setSheetOpen(true)}>
          QR code
        </button>
        <span className={css.said} role="status">
          {said}
        </span>
      </div>
      {CodeSheet && <CodeSheet title={title} address={location.href} onClose={() => setSheetOpen(false)} />}
    </>
  )
}
