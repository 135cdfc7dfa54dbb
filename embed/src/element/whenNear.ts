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
export function whenNear(element: Element, run: () => void): () => void {
  observer ??= new IntersectionObserver(seen, { rootMargin: '600px' })
  waiting.set(element, () => {
    forget(element)
    run()
  })
  observer.observe(element)
  return () => forget(element)
}
