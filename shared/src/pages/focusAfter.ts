const longestWaitFrames = 60

/**
 * Notes what comes after an element that is about to go: the one below it, else above it, else the page's heading. Answers what
 * moves the focus there, once the element is gone and the dialog that asked has closed and given the focus back to nobody.
 * @param id of the element; its siblings have ids, too
 */
export function focusAfter(id: string): () => void {
  const element = document.getElementById(id)
  const next = (element?.nextElementSibling ?? element?.previousElementSibling)?.id
  let frames = 0
  return function move() {
    frames += 1
    const isThere = document.querySelector('[role=alertdialog]') !== null || document.getElementById(id) !== null
    const isHeld = document.activeElement !== null && document.activeElement !== document.body
    // The dialog gives the focus back a few frames after it has closed.
    if ((isThere || isHeld || frames < 3) && frames < longestWaitFrames) return void requestAnimationFrame(move)
    if (isHeld) return
    const target =
      next === undefined ? null : document.getElementById(next)?.querySelector<HTMLElement>('a, [tabindex="-1"]')
    ;(target ?? document.querySelector('h1'))?.focus()
  }
}
