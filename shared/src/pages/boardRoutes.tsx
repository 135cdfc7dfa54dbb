import { Route, Routes } from '@multiball/shared/routing'
import type { BoardType } from '@multiball/shared/schema'
import { profileAtom } from '@multiball/shared/session'
import { NotFound, Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { AddPage, EditPage } from './edit/EditPage'
import { KindContext } from './kind'
import type { BoardKind } from './kind'
import { ListPage } from './list/ListPage'

/**
 * The owner's pages of one board type, below its path: list, add, edit, and those that its remote adds.
 * @param more routes of the remote's own
 */
export function boardRoutes<Type extends BoardType>(kind: BoardKind<Type>, more?: (owner: number) => ReactNode) {
  return function BoardRoutes() {
    return (
      // Only this kind's own boards come in and go out below.
      <KindContext value={kind as unknown as BoardKind<BoardType>}>
        <OwnerGate>
          {(owner) => (
            <Routes>
              <Route index element={<ListPage owner={owner} />} />
              <Route path="add" element={<AddPage owner={owner} />} />
              <Route path=":id/edit" element={<EditPage owner={owner} />} />
              {more?.(owner)}
              <Route path="*" element={<NotFound />} />
            </Routes>
          )}
        </OwnerGate>
      </KindContext>
    )
  }
}

/** Renders the owner's pages with the id of who is signed in, once that is known. */
function OwnerGate({ children }: { children(owner: number): ReactNode }) {
  const session = useAtomValue(profileAtom)
  if (session.type !== 'signed-in') return <Spinner label="Loading" />
  return children(session.profile.id)
}
