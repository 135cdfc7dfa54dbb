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
  const OwnBoards = ownerRoutes((owner) => (
    <>
      <Route index element={<ListPage owner={owner} />} />
      <Route path="add" element={<AddPage owner={owner} />} />
      <Route path=":id/edit" element={<EditPage owner={owner} />} />
      {more?.(owner)}
    </>
  ))
  return function BoardRoutes() {
    return (
      // Only this kind's own boards come in and go out below.
      <KindContext value={kind as unknown as BoardKind<BoardType>}>
        <OwnBoards />
      </KindContext>
    )
  }
}

/**
 * Pages of whoever is signed in, once that is known; what is none of them is not found.
 * @param routes by the id of that user
 */
export function ownerRoutes(routes: (owner: number) => ReactNode) {
  return function OwnerRoutes() {
    const session = useAtomValue(profileAtom)
    if (session.type !== 'signed-in') return <Spinner label="Loading" />
    return (
      <Routes>
        {routes(session.profile.id)}
        <Route path="*" element={<NotFound />} />
      </Routes>
    )
  }
}
