import { useLocation } from '@multiball/shared/routing'
import { useEffect, useRef, type RefObject } from 'react'

const productName = 'Multiball'

/** The history entry whose page has had its heading focused; the one that the document opened with needs none. */
let focusedKey = (history.state as { key?: string } | null)?.key ?? 'default'

/** Names the document after the page, and focuses the heading once for each navigation. */
export function useHeadingFocus(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  const latestKey = useRef(key)
  useEffect(() => {
    latestKey.current = key
  })

  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])

  // By path: a filter in the address is no navigation.
  useEffect(() => {
    if (latestKey.current === focusedKey) return
    focusedKey = latestKey.current
    heading.current?.focus({ preventScroll: true })
  }, [pathname])

  return heading
}
