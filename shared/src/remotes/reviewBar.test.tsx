import type { PageReview } from '@multiball/shared/schema'
import { tendReview, type ReviewPage } from './reviewBar'

const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
const bar = () => document.querySelector<HTMLElement>('aside[aria-label="Review"]')
const button = () => bar()!.querySelector('button')!

function open(review: PageReview | undefined, leave: ReviewPage['leave'] = async () => {}) {
  document.body.innerHTML = ''
  if (review) {
    const script = document.createElement('script')
    script.type = 'application/json'
    script.id = 'mb-review'
    script.textContent = JSON.stringify(review)
    document.body.append(script)
  }
  const page = { leave: jest.fn(leave), reload: jest.fn() }
  tendReview(page)
  return page
}

test('PLT-06 a page says which version is reviewed, and leaves on a press', async () => {
  const page = open({ remote: 'mf-scoreboards', version: '1.2.3' })
  expect([bar()!.textContent, button().textContent]).toEqual(['You are reviewing mf-scoreboards 1.2.3Leave', 'Leave'])
  button().click()
  await settle()
  expect([page.leave.mock.calls.length, page.reload.mock.calls.length]).toEqual([1, 1])
})

test('PLT-06 who cannot leave is told so, and may try again', async () => {
  const page = open({ remote: 'mf-scoreboards', version: '1.2.3' }, async () => Promise.reject(new Error('HTTP 503')))
  button().click()
  await settle()
  expect(bar()!.textContent).toContain('The server does not answer. Try again.')
  button().click()
  await settle()
  expect([page.leave.mock.calls.length, page.reload.mock.calls.length]).toEqual([2, 0])
})

test('PLT-07 why a review is over stays until it is closed; a page of everybody says nothing', () => {
  open({ ended: 'Your link for reviewers has expired.' })
  expect(bar()!.textContent).toBe('Your link for reviewers has expired.Close')
  button().click()
  expect(bar()).toBeNull()
  open(undefined)
  expect(bar()).toBeNull()
})
