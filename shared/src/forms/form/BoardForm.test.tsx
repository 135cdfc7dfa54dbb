import { BrowserRouter } from '@multiball/shared/routing'
import { Title } from '@multiball/shared/schema'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as v from 'valibot'
import { TitleField } from '../fields/fields'
import { BoardForm } from './BoardForm'
import { useBoardForm } from './useBoardForm'

const user = userEvent.setup()
let answer: (error?: Error) => void
const save = () => new Promise<object>((resolve, reject) => (answer = (error) => (error ? reject(error) : resolve({}))))
const onSaved = jest.fn()

function Form() {
  const form = useBoardForm({ schema: v.object({ title: Title }), defaults: { title: 'Bar' }, owner: 1, save, onSaved })
  return (
    <BoardForm form={form} kind="Scoreboard" isNew={false} listPath="/" preview={null}>
      <TitleField />
    </BoardForm>
  )
}

test('FRM-02 while a form is being saved nothing can be typed into it, which would be lost; after a failure it can', async () => {
  render(<Form />, { wrapper: BrowserRouter })
  const title = screen.getByRole('textbox', { name: /Title/ })
  const isHeld = () => title.closest('[inert]') !== null
  expect(isHeld()).toBe(false)
  await user.type(title, 'n')
  await user.click(screen.getByRole('button', { name: /Scoreboard/ }))
  expect(isHeld()).toBe(true)
  await act(async () => answer(new Error('The server is away')))
  expect(isHeld()).toBe(false)
  expect(title).toHaveValue('Barn')
  await user.click(screen.getByRole('button', { name: /Scoreboard/ }))
  await act(async () => answer())
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
})

test('FRM-05 what was typed and taken back is no draft: it does not come back with the next visit', async () => {
  const { unmount } = render(<Form />, { wrapper: BrowserRouter })
  await user.type(screen.getByRole('textbox', { name: /Title/ }), 'n{Backspace}')
  unmount()
  render(<Form />, { wrapper: BrowserRouter })
  expect(screen.getByRole('textbox', { name: /Title/ })).toHaveValue('Bar')
  expect(screen.queryByText('We restored your unsaved changes.')).toBeNull()
})
