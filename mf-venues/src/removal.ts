import { focusAfter, type Notice } from '@multiball/shared/pages'
import { isGone, sentenceOf } from './sentenceOf'

/** Waits until something is removed. It is, too, where it was gone before: the answer that said so was lost. */
export const untilGone = (removing: Promise<unknown>): Promise<unknown> =>
  removing.catch((error: unknown) => {
    if (!isGone(error)) throw error
  })

interface Removal {
  /** id of the element that goes with it */
  part: string
  /** what is said once it is removed */
  done: string
  remove(): Promise<unknown>
  tell(notice: Notice): void
  /** reads again what is left */
  refresh(): Promise<unknown>
}

/** Removes a part of a page, says what came of it, and goes on with the focus at the part that follows. */
export async function removePart({ part, done, remove, tell, refresh }: Removal): Promise<void> {
  const moveOn = focusAfter(part)
  try {
    await untilGone(remove())
    tell({ text: done, tone: 'success' })
  } catch (error) {
    tell({ text: sentenceOf(error), tone: 'error' })
  }
  await refresh()
  moveOn()
}
