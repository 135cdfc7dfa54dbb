import { Route, Routes } from '@multiball/shared/routing'
import type { BoardType } from '@multiball/shared/schema'
import { NotFound } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import { AddPage } from './AddPage'
import { EditPage } from './EditPage'
import type { BoardKind } from './kind'
import { KindContext } from './kindContext'
import { ListPage } from './ListPage'
import { OwnerGate } from './OwnerGate'

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
