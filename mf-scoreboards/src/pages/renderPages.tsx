import { MemoryRouter, Route, Routes, useLocation } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { makeProfile } from '@multiball/shared/testing'
import { render } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import ScoreboardRoutes from '../routes'

// jsdom knows no container units, and does not say so.
if (typeof CSS !== 'undefined') CSS.supports ??= () => false

/** Renders the remote's pages as the shell does, signed in as user 1. For tests. */
export function renderPages(path: string) {
  const store = createStore()
  store.set(profileAtom, { type: 'signed-in', profile: makeProfile() })
  return render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/scoreboards/*" element={<ScoreboardRoutes />} />
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
