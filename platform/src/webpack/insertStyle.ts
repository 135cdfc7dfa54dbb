/// <reference lib="dom" />

/**
 * Puts the styles of a chunk into the page; runs there, so it stands alone. In somebody else's page the embed takes
 * them, because its boards stand in shadow roots.
 */
export const insertStyle = (link: HTMLLinkElement): void => {
  const take = Reflect.get(globalThis, Symbol.for('multiball.styles')) as ((link: HTMLLinkElement) => void) | undefined
  if (take) take(link)
  else document.head.append(link)
}
