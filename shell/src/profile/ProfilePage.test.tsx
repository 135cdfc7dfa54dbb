import { loadExpose } from '@multiball/shared/remotes'
import { FakeAnswer, FakeServer, makeList, makeProfile } from '@multiball/shared/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closeShell, renderShell } from '../testing/renderShell'
import { reloadPage } from './reloadPage'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))
jest.mock('./reloadPage', () => ({ reloadPage: jest.fn() }))

const update = '/api/user_profile/update/'
const profile = makeProfile({ display_name: 'Maria O.', first_name: 'Maria', last_name: 'Okonkwo', initials: 'MOK', ifpa_id: null })

let server: FakeServer
const field = (name: string | RegExp) => screen.getByRole('textbox', { name })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Update Profile' }))
const open = async () => {
  renderShell('/profile')
  await screen.findByRole('button', { name: 'Update Profile' })
}

beforeEach(() => {
  server = new FakeServer().on('GET', '/api/user_profile/get/', () => profile).on('GET', '/api/scoreboard/', () => makeList())
  jest.mocked(loadExpose).mockReset()
  jest.mocked(reloadPage).mockReset()
  URL.createObjectURL ??= () => 'blob:picture'
  URL.revokeObjectURL ??= () => {}
})
afterEach(() => {
  closeShell()
  server.close()
})

test('PRO-02 shows the profile; required fields are marked', async () => {
  await open()
  expect(field(/^Display Name/)).toHaveValue('Maria O.')
  expect(field(/^Display Name/)).not.toBeRequired()
  expect(field(/^Federation player number/)).toHaveValue('')
  for (const name of [/^First Name/, /^Last Name/, /^Initials/]) expect(field(name)).toBeRequired()
})

test.each([
  [/^First Name/, '', 'First name should not be empty'],
  [/^Last Name/, '', 'Last name should not be empty'],
  [/^Initials/, '', 'Initials must less than 4 characters'],
  [/^Initials/, 'WXYZ', 'Initials must less than 4 characters'],
])('PRO-02 %s as %j is not sent: %s', async (name, text, message) => {
  await open()
  await userEvent.clear(field(name))
  if (text) await userEvent.type(field(name), text)
  await submit()
  expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message))
  expect(field(name)).toHaveFocus()
  expect(server.sent('PATCH', update)).toHaveLength(0)
})

test('PRO-03 sends PATCH form data, then the page reloads', async () => {
  server.on('PATCH', update, () => profile)
  await open()
  await userEvent.clear(field(/^Display Name/))
  await userEvent.type(field(/^Federation player number/), '12345')
  await submit()
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  expect(server.sent('PATCH', update)[0]?.body).toEqual({ display_name: '', first_name: 'Maria', last_name: 'Okonkwo', initials: 'MOK', ifpa_id: '12345' })
})

test('PRO-03 a failure shows the server’s error as it is, and keeps what was typed', async () => {
  server.on('PATCH', update, () => new FakeAnswer(400, { non_field_errors: ['The picture store is full.'] }))
  await open()
  await userEvent.type(field(/^Display Name/), ' II')
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('The picture store is full.')
  expect(field(/^Display Name/)).toHaveValue('Maria O. II')
  expect(reloadPage).not.toHaveBeenCalled()
})

test('PRO-03 what the server says of a field stands at it', async () => {
  server.on('PATCH', update, () => new FakeAnswer(400, { ifpa_id: ['A federation number has digits only, 10 at most'] }))
  await open()
  await submit()
  expect(await screen.findByText('A federation number has digits only, 10 at most')).toBeVisible()
  expect(field(/^Federation player number/)).toHaveFocus()
})

test.each([
  [new File(['x'], 'notes.txt', { type: 'text/plain' }), 'Please choose a picture'],
  [Object.defineProperty(new File(['x'], 'huge.png', { type: 'image/png' }), 'size', { value: 80 * 1024 * 1024 }), 'A picture may have at most 10 MB'],
])('PRO-01 a file that cannot be a picture is refused at once (%#)', async (file, message) => {
  await open()
  await userEvent.upload(screen.getByLabelText('Profile picture'), file, { applyAccept: false })
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('PRO-01 a picture opens the crop editor with a zoom from 1 to 5 in steps of 0.05, Save and Cancel', async () => {
  await open()
  await userEvent.upload(screen.getByLabelText('Profile picture'), new File(['x'], 'me.png', { type: 'image/png' }))
  expect(await screen.findByRole('dialog', { name: 'Crop your picture' })).toBeVisible()
  const zoom = screen.getByRole('slider', { name: /Zoom/ })
  expect([zoom.getAttribute('min'), zoom.getAttribute('max'), zoom.getAttribute('step')]).toEqual(['1', '5', '0.05'])
  expect(screen.getByRole('button', { name: 'Save' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('PRO-03 what was changed is not lost to a link without a question, and a saved change is not asked for', async () => {
  server.on('PATCH', update, () => profile)
  const closing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await open()
  expect(closing()).toBe(false)
  await userEvent.type(field(/^Display Name/), '!')
  expect(closing()).toBe(true)
  await userEvent.click(screen.getAllByRole('link', { name: 'Scoreboards' })[0]!)
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect(field(/^Display Name/)).toHaveValue('Maria O.!')
  await submit()
  await waitFor(() => expect(reloadPage).toHaveBeenCalled())
  expect(closing()).toBe(false)
})
