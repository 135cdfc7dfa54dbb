import type { AnyBoard } from '../kind'

const longestWaitFrames = 60

/**
 * Moves the focus on from a row that is about to go: to the row below it, else above it, else to the heading. Waits
 * until the dialog that asked has closed and given the focus back to nobody.
 */
export function focusAfter({ id }: Pick<AnyBoard, 'id'>): void {
  const row = rowOf(id)
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const nextId = neighbour instanceof HTMLElement ? Number(neighbour.dataset.board) : undefined
  let frames = 0
  const move = () => {
    const isAsking = document.querySelector('[role=alertdialog]') !== null
    const isHeld = document.activeElement !== null && document.activeElement !== document.body
    frames += 1
    if ((isAsking || isHeld || frames < 3) && frames < longestWaitFrames) return void requestAnimationFrame(move)
    if (isHeld) return
    const next = nextId === undefined ? null : rowOf(nextId)?.querySelector('a')
    const target = next ?? document.querySelector<HTMLElement>('h1')
    target?.focus()
  }
  requestAnimationFrame(move)
}

const rowOf = (id: number) => document.querySelector<HTMLElement>(`[data-board="${id}"]`)
