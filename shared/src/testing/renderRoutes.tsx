import { MemoryRouter, Route, Routes, useLocation } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { render } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ComponentType } from 'react'
import { makeProfile } from './makers'

// jsdom knows no container units, and does not say so.
if (typeof CSS !== 'undefined') CSS.supports ??= () => false

/**
 * Renders a remote's pages as the shell does, signed in as user 1, with the page's address beside them.
 * @param base of its routes, such as /scoreboards
 */
export function renderRoutes(Remote: ComponentType, base: string, path: string) {
  const store = createStore()
  store.set(profileAtom, { type: 'signed-in', profile: makeProfile() })
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
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}
