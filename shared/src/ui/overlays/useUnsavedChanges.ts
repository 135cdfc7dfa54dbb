import { useEffect, useRef, useState } from 'react'

export interface UnsavedChanges {
  /** true while somebody who wants to leave is being asked */
  isAsking: boolean
  leave(): void
  stay(): void
}

interface Question {
  leave(): void
  stay(): void
}

/**
 * Holds a page that would lose what was typed: asks before a link of this page or Back takes it away, and lets the
 * browser ask before it closes. `onLeave` is told when the answer was to leave; `mayHoldClose` is asked before the browser
 * asks: not where the session has ended and the draft is kept, nor where a form reloads its page.
 *
 * Back cannot be refused, so while something is unsaved one more history entry of the same address lies above the
 * page's own: Back first comes to the page itself.
 */
export function useUnsavedChanges(isUnsaved: boolean, onLeave: () => void, mayHoldClose: () => boolean): UnsavedChanges {
  const [question, setQuestion] = useState<Question | null>(null)
  const isLetThrough = useRef(false)
  const hasHeld = useRef(false)
  const asksBrowser = useRef(mayHoldClose)
  useEffect(() => {
    asksBrowser.current = mayHoldClose
  })

  useEffect(() => {
    if (!isUnsaved) {
      // What was unsaved no longer is: the entry has done its work.
      if (hasHeld.current && isHeld()) history.back()
      hasHeld.current = false
      return
    }
    hasHeld.current = true
    const hold = () => {
      if (!isHeld()) history.pushState({ ...(history.state as object | null), held: true }, '')
    }
    // What is unsaved came from a dialog whose entry is about to be taken back: that would take ours.
    if (isOverlaid()) window.addEventListener('popstate', hold, { once: true })
    else hold()
    const address = location.href

    const holdClose = (event: BeforeUnloadEvent) => {
      if (asksBrowser.current() && !isLetThrough.current) event.preventDefault()
    }
    const holdLink = (event: MouseEvent) => {
      const link = inAppLink(event)
      if (!link || isLetThrough.current) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setQuestion({ leave: () => follow(link), stay: () => {} })
    }
    const holdBack = () => {
      if (isLetThrough.current || isHeld() || location.href !== address) return
      setQuestion({ leave: () => history.back(), stay: () => history.forward() })
    }

    window.addEventListener('beforeunload', holdClose)
    document.addEventListener('click', holdLink, true)
    window.addEventListener('popstate', holdBack)
    return () => {
      window.removeEventListener('popstate', hold)
      window.removeEventListener('beforeunload', holdClose)
      document.removeEventListener('click', holdLink, true)
      window.removeEventListener('popstate', holdBack)
    }
  }, [isUnsaved])

  const answer = (answered: () => void) => {
    setQuestion(null)
    answered()
  }
  return {
    isAsking: question !== null,
    stay: () => question && answer(question.stay),
    leave: () => {
      if (!question) return
      isLetThrough.current = true
      onLeave()
      answer(question.leave)
    },
  }
}

const state = () => history.state as { held?: boolean; overlay?: boolean } | null
const isHeld = () => Boolean(state()?.held)
/** An open dialog has an entry of its own (useBackCloses.ts). */
const isOverlaid = () => Boolean(state()?.overlay) && !isHeld()

/** Takes the entry of the held page back, then goes where the link leads. */
function follow(link: HTMLAnchorElement): void {
  if (!isHeld()) return link.click()
  window.addEventListener('popstate', () => link.click(), { once: true })
  history.back()
}

function inAppLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || (link.target && link.target !== '_self') || link.hasAttribute('download')) return undefined
  const { origin, pathname, search } = new URL(link.href)
  const isHere = pathname === location.pathname && search === location.search
  return origin === location.origin && !isHere ? link : undefined
}
