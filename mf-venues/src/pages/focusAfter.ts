import type { Venue } from '@multiball/shared/schema'

const longestWaitFrames = 60

export const headingId = (id: number) => `venue-${id}`

/** Moves the focus from a venue that is gone: to the heading of the one below it, else above it, else of the page. */
export function focusAfter({ id }: Pick<Venue, 'id'>, all: readonly Venue[]): void {
  const at = all.findIndex((venue) => venue.id === id)
  const next = all[at + 1] ?? all[at - 1]
  let frames = 0
  const move = () => {
    frames += 1
    const isThere = document.querySelector('[role=alertdialog]') !== null || document.getElementById(headingId(id)) !== null
    const isHeld = document.activeElement !== null && document.activeElement !== document.body
    // The dialog gives the focus back a few frames after it has closed.
    if ((isThere || isHeld || frames < 3) && frames < longestWaitFrames) return void requestAnimationFrame(move)
    if (isHeld) return
    const heading = next && document.getElementById(headingId(next.id))
    ;(heading ?? document.querySelector('h1'))?.focus()
  }
  requestAnimationFrame(move)
}
