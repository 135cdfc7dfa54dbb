import { pageConfig } from '@multiball/shared/client'
import { MemoryRouter, useLocation, useNavigate } from '@multiball/shared/routing'
import { clearToken, connectSession, storeToken } from '@multiball/shared/session'
import { render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { AppRoutes } from '../routes'
// What the shell reads late is read before the tests, whose time is for pages.
import '../help/HelpPage'
import '../layout/dashboard'
import '../platform/PlatformPage'
import '../profile/ProfilePage'
import '../session/MailForm'
import '../session/NewPasswordPage'
import '../session/Register'
import '../session/SetupPage'
import '../session/VerifyPage'

interface ShellOptions {
  /** the login cookie; none when null */
  token?: string | null
  /** of the path's entry in the history */
  state?: object
}

let disconnect = () => {}

/** Opens the dashboard at a path, with the real session over the faked network. Call `closeShell` after. */
export function renderShell(path: string, { token = 'token', state }: ShellOptions = {}) {
  clearToken()
  if (token) storeToken(token)
  const store = createStore()
  disconnect = connectSession(store)
  return render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[state ? { pathname: path, state } : path]}>
        <AppRoutes />
        <Address />
        <BackButton />
      </MemoryRouter>
    </Provider>,
  )
}

export function closeShell(): void {
  disconnect()
  clearToken()
  document.getElementById('mb-config')?.remove()
}

/** Inlines a configuration into the page, as the server does. */
export function inlineConfig(config: Partial<ReturnType<typeof pageConfig>>): void {
  const element = document.createElement('script')
  element.id = 'mb-config'
  element.type = 'application/json'
  element.textContent = JSON.stringify({ ...pageConfig(), ...config })
  document.head.append(element)
}

export const address = () => screen.getByLabelText('Address').textContent

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}

/** The browser's own. */
function BackButton() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Browser back
    </button>
  )
}
