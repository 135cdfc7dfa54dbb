import { hasToken } from '@multiball/shared/api'
import { useEffect, useRef, useState } from 'react'

interface UnsavedChanges {
  /** true while somebody who wants to leave is being asked */
  isAsking: boolean
  leave(): void
  stay(): void
}

/**
 * Holds a page that would lose what was typed: asks before a link of this page or Back takes it away, and lets the
 * browser ask before it closes. `onLeave` is told when the answer was to leave.
 */
export function useUnsavedChanges(isUnsaved: boolean, onLeave: () => void): UnsavedChanges {
  const [goOn, setGoOn] = useState<(() => void) | null>(null)
  const isLetThrough = useRef(false)

  useEffect(() => {
    if (!isUnsaved) return
    const heldAt = entryIndex(history.state)
    let returning = false

    const holdClose = (event: BeforeUnloadEvent) => {
      // Whose session ended keeps the draft and has no say here.
      if (hasToken() && !isLetThrough.current) event.preventDefault()
    }
    const holdLink = (event: MouseEvent) => {
      const link = inAppLink(event)
      if (!link || isLetThrough.current) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setGoOn(() => () => link.click())
    }
    const holdBack = (event: PopStateEvent) => {
      if (isLetThrough.current) return
      event.stopImmediatePropagation()
      if (returning) {
        returning = false
        return
      }
      const steps = heldAt === undefined ? -1 : (entryIndex(event.state) ?? heldAt - 1) - heldAt
      if (steps === 0) return
      // The browser has moved already: go back to where the form is, then ask.
      returning = true
      history.go(-steps)
      setGoOn(() => () => history.go(steps))
    }

    window.addEventListener('beforeunload', holdClose)
    document.addEventListener('click', holdLink, true)
    window.addEventListener('popstate', holdBack, true)
    return () => {
      window.removeEventListener('beforeunload', holdClose)
      document.removeEventListener('click', holdLink, true)
      window.removeEventListener('popstate', holdBack, true)
    }
  }, [isUnsaved])

  return {
    isAsking: goOn !== null,
    stay: () => setGoOn(null),
    leave: () => {
      isLetThrough.current = true
      setGoOn(null)
      onLeave()
      goOn?.()
    },
  }
}

/** The router's count of a history entry. */
function entryIndex(state: unknown): number | undefined {
  const index = (state as { idx?: unknown } | null)?.idx
  return typeof index === 'number' ? index : undefined
}

function inAppLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || (link.target && link.target !== '_self') || link.hasAttribute('download')) return undefined
  const { origin, pathname, search } = new URL(link.href)
  const isHere = pathname === location.pathname && search === location.search
  return origin === location.origin && !isHere ? link : undefined
}
