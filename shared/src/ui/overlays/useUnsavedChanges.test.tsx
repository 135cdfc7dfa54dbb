import { BrowserRouter, Link, Route, Routes, useNavigate } from '@multiball/shared/routing'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useGo, useUnsavedChanges } from './useUnsavedChanges'

const user = userEvent.setup()
const left = jest.fn()
let mayHoldClose: () => boolean

function Guarded({ isUnsaved }: { isUnsaved: boolean }) {
  const { isAsking, leave, stay, release } = useUnsavedChanges(isUnsaved, left, mayHoldClose)
  const go = useGo()
  const navigate = useNavigate()
  return (
    <>
      <p>Form</p>
      <Link to="/list">List</Link>
      <Link to="/viewer" target="_blank">
        Viewer
      </Link>
      <a href="#details">Details</a>
      <button onClick={() => go('/list')}>Go</button>
      <button onClick={() => void release().then(() => navigate('/list', { replace: true }))}>Save</button>
      {isAsking && (
        <>
          <p>Leave without saving?</p>
          <button onClick={leave}>Leave</button>
          <button onClick={stay}>Stay</button>
        </>
      )}
    </>
  )
}

const Page = ({ isUnsaved }: { isUnsaved: boolean }) => (
  <BrowserRouter>
    <Routes>
      <Route path="/list" element={<Link to="/form">Open</Link>} />
      <Route path="/form" element={<Guarded isUnsaved={isUnsaved} />} />
    </Routes>
  </BrowserRouter>
)

/** The form at /form, reached from /list. */
function open(isUnsaved: boolean) {
  window.history.replaceState(null, '', '/list')
  const page = render(<Page isUnsaved={isUnsaved} />)
  return user.click(screen.getByRole('link', { name: 'Open' })).then(() => page)
}

/** Does what goes through the history, and waits until it has arrived: jsdom travels in later tasks. */
async function travelled(go: () => unknown): Promise<void> {
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  await go()
  await act(() => arrived)
}
const goBack = () => travelled(() => history.back())

const closing = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

beforeEach(() => {
  left.mockClear()
  mayHoldClose = () => true
})

test('a link goes where it goes while nothing is unsaved', async () => {
  await open(false)
  await user.click(screen.getByRole('link', { name: 'List' }))
  expect(location.pathname).toBe('/list')
  expect(left).not.toHaveBeenCalled()
})

test.each([
  ['link', 'List'],
  ['button', 'Go'],
])('a %s asks first, and staying stays', async (role, name) => {
  await open(true)
  await user.click(screen.getByRole(role, { name }))
  expect(location.pathname).toBe('/form')
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  expect(screen.getByText('Form')).toBeVisible()
  expect(screen.queryByText('Leave without saving?')).toBeNull()
  expect(left).not.toHaveBeenCalled()
})

test.each([
  ['link', 'List'],
  ['button', 'Go'],
])('a %s asks first, and leaving goes on to where it led', async (role, name) => {
  await open(true)
  await user.click(screen.getByRole(role, { name }))
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('link', { name: 'Open' })).toBeVisible()
  expect(location.pathname).toBe('/list')
  expect(left).toHaveBeenCalledTimes(1)
})

test.each(['Viewer', 'Details'])('a link that leaves the form where it is does not ask: %s', async (name) => {
  await open(true)
  await user.click(screen.getByRole('link', { name }))
  expect(screen.queryByText('Leave without saving?')).toBeNull()
})

test('Back asks first, and staying keeps the address too', async () => {
  await open(true)
  act(() => history.back())
  expect(await screen.findByText('Leave without saving?')).toBeVisible()
  await waitFor(() => expect(location.pathname).toBe('/form'))
  await travelled(() => user.click(screen.getByRole('button', { name: 'Stay' })))
  expect(screen.getByText('Form')).toBeVisible()
  act(() => history.back())
  expect(await screen.findByText('Leave without saving?')).toBeVisible()
})

test('Back asks first, and leaving goes back', async () => {
  await open(true)
  act(() => history.back())
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('link', { name: 'Open' })).toBeVisible()
  expect(left).toHaveBeenCalledTimes(1)
})

test('what is saved is gone from with nothing of the form left behind: Back leads to where the form was opened from', async () => {
  await open(true)
  const entries = history.length
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('link', { name: 'Open' })).toBeVisible()
  expect([screen.queryByText('Leave without saving?'), left.mock.calls.length]).toEqual([null, 0])
  await goBack()
  expect(location.pathname).toBe('/list')
  expect(history.length).toBe(entries)
})

test('Back is as free as ever once nothing is unsaved', async () => {
  const page = await open(true)
  await travelled(() => page.rerender(<Page isUnsaved={false} />))
  act(() => history.back())
  expect(await screen.findByRole('link', { name: 'Open' })).toBeVisible()
})

test('closing asks while something is unsaved, but not where that was ruled out, as for who was signed out', async () => {
  let isSignedIn = true
  mayHoldClose = () => isSignedIn
  const page = await open(true)
  expect(closing()).toBe(true)
  isSignedIn = false
  expect(closing()).toBe(false)
  isSignedIn = true
  page.unmount()
  expect(closing()).toBe(false)
})

test('what a dialog made unsaved is held once the entry of the dialog is gone: nobody is asked before', async () => {
  const page = await open(false)
  window.history.pushState({ ...(window.history.state as object), overlay: true }, '')
  page.rerender(<Page isUnsaved />)
  await goBack()
  expect(screen.queryByText('Leave without saving?')).toBeNull()
  await goBack()
  expect(screen.getByText('Leave without saving?')).toBeTruthy()
})

test('what is unsaved again before the entry of what was taken back is gone is held: nobody is asked before', async () => {
  const page = await open(true)
  await travelled(() => {
    page.rerender(<Page isUnsaved={false} />)
    page.rerender(<Page isUnsaved />)
  })
  expect([screen.queryByText('Leave without saving?'), location.pathname]).toEqual([null, '/form'])
  await goBack()
  expect([screen.queryByText('Leave without saving?') !== null, location.pathname]).toEqual([true, '/form'])
})

test('what is taken back twice before the entry is gone takes nobody off the page', async () => {
  const page = await open(true)
  await travelled(() => {
    for (const isUnsaved of [false, true, false]) page.rerender(<Page isUnsaved={isUnsaved} />)
  })
  expect(location.pathname).toBe('/form')
  await goBack()
  expect(location.pathname).toBe('/list')
})
