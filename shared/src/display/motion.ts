/** Whether nothing is to move: nobody looks, the viewer wants no motion, or the browser cannot. */
export const isStill = (): boolean =>
  document.hidden ||
  typeof Element.prototype.animate !== 'function' ||
  matchMedia('(prefers-reduced-motion: reduce)').matches
