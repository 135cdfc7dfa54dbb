import { DisplayBoundary, displayOptions, type DisplayLayout } from '@multiball/shared/boards'
import { MemoryRouter, Route, Routes } from '@multiball/shared/routing'
import { profileAtom } from '@multiball/shared/session'
import { act, render } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import { FakeServer } from '../fakeServer'
import { makeList, makeProfile } from '../makers'

/* A shell with nothing in it but what a remote may count on: router, session, store, boundary and an API. */

/** The words in place of what threw. */
export const lost = 'The boundary caught it.'

const Guarded = ({ children }: { children: ReactNode }) => (
  <DisplayBoundary fallback={() => <p>{lost}</p>}>{children}</DisplayBoundary>
)

export interface Rendered {
  container: HTMLElement
  /** takes it away with its root, as the shell does on another page */
  leave(): void
}

function rendered(element: ReactElement): Rendered {
  const { container, unmount } = render(element)
  return {
    container,
    leave() {
      unmount()
      container.remove()
    },
  }
}

/** Renders a remote's pages at a path inside the shell. */
export function renderPages(Pages: ComponentType, pattern: string, path: string): Rendered {
  const store = createStore()
  store.set(profileAtom, { type: 'signed-in', profile: makeProfile() })
  return rendered(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Guarded>
          <Routes>
            <Route path={pattern} element={<Pages />} />
            <Route path="*" element={null} />
          </Routes>
        </Guarded>
      </MemoryRouter>
    </Provider>,
  )
}

/** Renders a display as a viewer does, alone or as one cell of many. */
export function renderDisplay(
  Display: ComponentType<Record<string, unknown>>,
  props: Record<string, unknown>,
  layout: DisplayLayout,
): Rendered {
  return rendered(
    <Provider store={createStore()}>
      <Guarded>
        <Display {...props} layout={layout} options={displayOptions()} />
      </Guarded>
    </Provider>,
  )
}

/** Renders a thumbnail as a list does. */
export function renderThumbnail(
  Face: ComponentType<Record<string, unknown>>,
  props: Record<string, unknown>,
): Rendered {
  return rendered(
    <Guarded>
      <svg viewBox="0 0 76 43">
        <Face {...props} />
      </svg>
    </Guarded>,
  )
}

/** An API where everybody is user 1 and nothing was made yet. */
export const emptyApi = () =>
  new FakeServer().on('GET', '/.*', () => makeList()).on('GET', '/api/user_profile/get/', () => makeProfile())

/** Lets promises, effects and what they start come to rest: twenty turns of the event loop. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 0)))
  }
}
