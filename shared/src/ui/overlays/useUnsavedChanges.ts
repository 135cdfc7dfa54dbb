import { useNavigate } from '@multiball/shared/routing'
import { useEffect, useRef, useState } from 'react'

export interface UnsavedChanges {
  /** true while somebody who wants to leave is being asked */
  isAsking: boolean
  leave(): void
  stay(): void
}

interface HeldPage extends UnsavedChanges {
  /** what was unsaved is saved: ends once the page may go on to another, with no entry of its own left behind */
  release(): Promise<void>
}

interface Question {
  leave(): void
  stay(): void
}

/** Asks before somebody goes; false where nothing is asked, and nothing was done. */
type Hold = (go: () => void) => boolean

const holds = new Set<Hold>()

/** Goes to a page of ours as a link would: where something is unsaved, it is asked first. */
export function useGo(): (to: string) => void {
  const navigate = useNavigate()
  return function go(to) {
    if (!isHere(to) && [...holds].some((hold) => hold(() => go(to)))) return
    void navigate(to)
  }
}

/**
 * Holds a page that would lose what was typed: asks before a link of this page, {@link useGo} or Back takes it away, and lets the
 * browser ask before it closes. `onLeave` is told when the answer was to leave; `mayHoldClose` is asked before the browser
 * asks: not where the session has ended and the draft is kept, nor where a form reloads its page.
 *
 * Back cannot be refused, so while something is unsaved one more history entry of the same address lies above the
 * page's own: Back first comes to the page itself.
 */
export function useUnsavedChanges(isUnsaved: boolean, onLeave: () => void, mayHoldClose: () => boolean): HeldPage {
  const [question, setQuestion] = useState<Question | null>(null)
  const isLetThrough = useRef(false)
  const hasHeld = useRef(false)
  /** the entry is being taken back, which takes the browser a moment */
  const isReturning = useRef(false)
  const asksBrowser = useRef(mayHoldClose)
  useEffect(() => {
    asksBrowser.current = mayHoldClose
  })

  useEffect(() => {
    if (!isUnsaved) {
      // What was unsaved no longer is: the entry has done its work.
      if (hasHeld.current && isHeld() && !isReturning.current) {
        isReturning.current = true
        window.addEventListener('popstate', () => (isReturning.current = false), { once: true })
        history.back()
      }
      hasHeld.current = false
      return
    }
    hasHeld.current = true
    const hold = () => {
      if (!isHeld()) history.pushState({ ...(history.state as object | null), held: true }, '')
    }
    // An entry of before is about to be taken back, ours or that of the dialog that what is unsaved came from: that would take this one.
    if (isOverlaid() || isReturning.current) window.addEventListener('popstate', hold, { once: true })
    else hold()
    const address = location.href

    const holdClose = (event: BeforeUnloadEvent) => {
      if (asksBrowser.current() && !isLetThrough.current) event.preventDefault()
    }
    const holdGoing: Hold = (go) => {
      if (isLetThrough.current) return false
      setQuestion({ leave: () => void takeBack().then(go), stay: () => {} })
      return true
    }
    const holdLink = (event: MouseEvent) => {
      const link = inAppLink(event)
      if (!link || !holdGoing(() => link.click())) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const holdBack = () => {
      if (isLetThrough.current || isHeld() || location.href !== address) return
      setQuestion({ leave: () => history.back(), stay: () => history.forward() })
    }

    holds.add(holdGoing)
    window.addEventListener('beforeunload', holdClose)
    document.addEventListener('click', holdLink, true)
    window.addEventListener('popstate', holdBack)
    return () => {
      holds.delete(holdGoing)
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
    release: async () => {
      isLetThrough.current = true
      await takeBack()
      isLetThrough.current = false
    },
  }
}

const state = () => history.state as { held?: boolean; overlay?: boolean } | null
const isHeld = () => Boolean(state()?.held)
/** An open dialog has an entry of its own (useBackCloses.ts). */
const isOverlaid = () => Boolean(state()?.overlay) && !isHeld()

/** Takes the entry of the held page back, where there is one. */
const takeBack = () =>
  new Promise<void>((resolve) => {
    if (!isHeld()) return resolve()
    window.addEventListener('popstate', () => resolve(), { once: true })
    history.back()
  })

function isHere(address: string): boolean {
  const { pathname, search } = new URL(address, location.href)
  return pathname === location.pathname && search === location.search
}

function inAppLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || (link.target && link.target !== '_self') || link.hasAttribute('download')) return undefined
  return new URL(link.href).origin === location.origin && !isHere(link.href) ? link : undefined
}
