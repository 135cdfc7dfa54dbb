import type { PageReview } from '@multiball/shared/schema'
import { showNotice } from './notice'

/** What the server wrote into the page of whoever opened a link for reviewers; undefined for everybody else. */
function inlinedReview(): PageReview | undefined {
  const text = document.getElementById('mb-review')?.textContent
  return text ? (JSON.parse(text) as PageReview) : undefined
}

/** What a review needs of the browser. */
export interface ReviewPage {
  /** takes the reviewer's cookie away, which scripts cannot; throws when the server does not answer */
  leave(): Promise<void>
  reload(): void
}

const browserPage: ReviewPage = {
  async leave() {
    const answer = await fetch(new URL('/review', location.href), { method: 'DELETE' })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  },
  reload: () => location.reload(),
}

/** Says to a reviewer what they see that others do not, or that they do not see it any more. */
export function tendReview(page: ReviewPage = browserPage): void {
  const review = inlinedReview()
  if (!review) return
  const bar = { id: 'mb-review-bar', label: 'Review', side: 'left' } as const
  if ('ended' in review) {
    const hide = showNotice({ ...bar, lines: [review.ended], action: 'Close', onAct: () => hide() })
    return
  }
  const lines = [`You are reviewing ${review.remote} ${review.version}`]
  const show = (problems: readonly string[]) =>
    showNotice({
      ...bar,
      lines,
      problems,
      action: 'Leave',
      onAct: () => void page.leave().then(page.reload, () => show(['The server does not answer. Try again.'])),
    })
  show([])
}
