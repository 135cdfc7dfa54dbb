import type { EmbedEvents, Mounted, OnEvent } from '../contract'
import { createFace, type Face } from './face'
import { showFrame } from './frame'
import { showInline } from './inline'
import { readAttributes, type Wanted } from './readAttributes'

export interface Board {
  connect(): void
  disconnect(): void
  /** Called when an attribute has changed. */
  change(name: string): void
}

/** Attributes that change how a board looks; others are another board. */
const looks = ['theme', 'accent', 'lang', 'title', 'aspect']

/** Does something in a task of its own, so that the page is not held up for the sum of it all. @returns ends the wait */
function later(run: () => void): () => void {
  const timer = setTimeout(run)
  return () => clearTimeout(timer)
}

/** What an element does, from its connection to its end. */
export function createBoard(element: HTMLElement): Board {
  let face: Face | undefined
  let shown: Mounted | undefined
  let isOn = false
  let isDue = false
  /** the ratio that suits the board, once it is known */
  let ownAspect: string | undefined
  let endWait = () => {}
  /** sentences that were told already */
  const told = new Set<string>()

  const tell: OnEvent = (name, detail) =>
    element.dispatchEvent(
      new CustomEvent(`mb-${name}`, { bubbles: true, composed: true, detail: { version: 1, ...detail } }),
    )
  const fail = (error: EmbedEvents['error']) => {
    face?.turn((isOn = false), 'This display cannot be shown.')
    tell('error', error)
  }
  /** A page's own scripts may have changed the browser: a fault is reported as an event and never reaches the page's console. */
  const guarded = (run: () => void) => {
    try {
      run()
    } catch (cause) {
      fail({ code: 'REMOTE_FAILED', message: String(cause) })
    }
  }
  const complain = (message: string) => {
    if (!told.has(message)) tell('error', { code: 'BAD_ATTRIBUTE', message })
    told.add(message)
  }

  const onEvent: OnEvent = (name, detail) => {
    if ('code' in detail) {
      // A board that is shown stays while the network is away.
      if (detail.code === 'BAD_ATTRIBUTE' || (isOn && detail.code === 'NETWORK')) return tell('error', detail)
      return fail(detail)
    }
    if (name === 'ready') face?.turn((isOn = true))
    if ('width' in detail) {
      ownAspect = `${detail.width}/${detail.height}`
      if (element.getAttribute('aspect') === 'auto') face?.aspect(ownAspect)
    }
    tell(name, detail)
  }

  const start = (place: HTMLElement, wanted: Wanted) => {
    shown = (wanted.isInline ? showInline : showFrame)(place, wanted, onEvent)
  }

  function end() {
    endWait()
    shown?.unmount()
    shown = undefined
    ownAspect = undefined
    isOn = false
  }

  function begin() {
    end()
    const { show } = (face ??= createFace(element))
    const wanted = readAttributes(element, complain)
    face.turn(false, wanted ? 'Waiting for data...' : 'This display cannot be shown.')
    face.aspect(wanted?.aspect ?? '16/9')
    if (!wanted) return
    const startLater = () => void (endWait = later(() => guarded(() => start(show, wanted))))
    if (wanted.isLazy) endWait = whenNear(element, startLater)
    else startLater()
  }

  /** Frameworks set attributes one after the other: they count together. */
  function beginSoon() {
    if (isDue) return
    isDue = true
    later(() => {
      isDue = false
      if (element.isConnected) guarded(begin)
    })
  }

  return {
    connect: beginSoon,
    disconnect: end,
    change(name) {
      if (!element.isConnected) return
      if (!shown || !looks.includes(name)) return beginSoon()
      guarded(() => {
        const wanted = readAttributes(element, complain)
        if (!wanted) return
        const aspect = wanted.aspect ?? ownAspect
        if (aspect) face?.aspect(aspect)
        shown?.update(wanted)
      })
    },
  }
}

const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined

function seen(entries: IntersectionObserverEntry[]) {
  for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.()
}

function forget(element: Element) {
  waiting.delete(element)
  observer?.unobserve(element)
}

/** Calls back once, when an element comes near the screen. @returns ends the wait */
function whenNear(element: Element, run: () => void): () => void {
  observer ??= new IntersectionObserver(seen, { rootMargin: '600px' })
  waiting.set(element, () => {
    forget(element)
    run()
  })
  observer.observe(element)
  return () => forget(element)
}
