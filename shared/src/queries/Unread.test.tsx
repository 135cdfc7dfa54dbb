import { ApiError } from '@multiball/shared/client'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Unread } from './Unread'
import { useRead } from './useRead'

let isAway: boolean

function Page() {
  const read = useRead(['word'], () =>
    isAway ? Promise.reject(new ApiError({ status: 503 })) : Promise.resolve('There'),
  )
  return (
    <>
      <h1 tabIndex={-1}>Page</h1>
      {read.loaded.type === 'ready' ? <p>{read.loaded.value}</p> : <Unread read={read} what="a word" />}
    </>
  )
}

test('LST-08 Retry keeps the focus: at the button while it fails, at the heading of the page once it has come', async () => {
  isAway = true
  render(<Page />)
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Retry' })).toHaveFocus())
  isAway = false
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('There')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus())
})
