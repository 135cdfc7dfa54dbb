import { configureApi } from '@multiball/shared/client'
import { MemoryRouter, Route, Routes, useLocation } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { prepareControls } from '@multiball/shared/ui'
import { render, screen, within } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ComponentType } from 'react'
import { makeProfile } from './makers'

// That they come late is shown by their own tests, and in browsers. What draws nothing does without them.
if (typeof document !== 'undefined') beforeAll(() => prepareControls())

// jsdom knows no container units, and does not say so.
if (typeof CSS !== 'undefined') CSS.supports ??= () => false

/**
 * Renders a remote's pages as the shell does, signed in as user 1, with the page's address beside them.
 * @param base of its routes, such as /scoreboards
 * @param isSignedIn false for a public page that somebody without a login opens
 */
export function renderRoutes(Remote: ComponentType, base: string, path: string, isSignedIn = true) {
  const store = createStore()
  if (isSignedIn) store.set(profileAtom, { type: 'signed-in', profile: makeProfile() })
  return render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path={`${base}/*`} element={<Remote />} />
          <Route path="*" element={<p>Elsewhere</p>} />
        </Routes>
        <Address />
      </MemoryRouter>
    </Provider>,
  )
}

function Address() {
  const { pathname, search, state } = useLocation()
  return (
    <output aria-label="Address" data-state={JSON.stringify(state)}>
      {pathname + search}
    </output>
  )
}

/** The row of a list in which this text stands. */
export const findRow = async (text: string) => within((await screen.findByText(text)).closest('li') as HTMLElement)

/** A login that the server no longer knows: the first 401 takes the token and `page` away, as the shell does. */
export function expireLogin() {
  const login = { token: 'expired' as string | undefined, page: { unmount: () => {} } }
  configureApi({
    token: () => login.token,
    onUnauthorized: () => {
      login.token = undefined
      login.page.unmount()
    },
  })
  return login
}
