import { boardTypeOf } from '@multiball/shared/client'
import { Route, Routes } from '@multiball/shared/routing'
import type { BoardType } from '@multiball/shared/schema'
import { profileAtom, type SessionStore } from '@multiball/shared/session'
import { late, type LateComponent, NotFound, prepareControls, Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { Suspense, type ReactNode } from 'react'
import { KindContext } from './kind'
import type { BoardKind, ShownKind } from './kind'
import { ListPage } from './list/ListPage'
import { prepareBoardList } from './list/useBoardList'

// Beside the room of forms, which the list does without, and with the fields of forms.
const editPages = async () => {
  const [pages] = await Promise.all([import(/* webpackChunkName: "forms" */ './edit/EditPage'), prepareControls()])
  return pages
}
const AddPage = late(async () => (await editPages()).AddPage)
const EditPage = late(async () => (await editPages()).EditPage)

/**
 * The owner's pages of one board type, below its path: list, add, edit, and those that its remote adds. A form that is `late` is
 * asked for once the list is there. `prepare` asks for the list before it is drawn; the shell calls it as soon as it knows who is signed in.
 * @param more routes of the remote's own
 */
export function boardRoutes<Type extends BoardType>(kind: BoardKind<Type>, more?: (owner: number) => ReactNode) {
  const prepareForm = () => {
    void EditPage.prepare()
    if ('prepare' in kind.Form) void (kind.Form as LateComponent<never>).prepare()
  }
  // Only this kind's own boards come in and go out of its pages.
  const shown = { ...kind, prepareForm } as unknown as ShownKind
  const OwnBoards = ownerRoutes((owner) => (
    <>
      <Route index element={<ListPage owner={owner} />} />
      <Route path="add" element={<AddPage owner={owner} />} />
      <Route path=":id/edit" element={<EditPage owner={owner} />} />
      {more?.(owner)}
    </>
  ))
  function BoardRoutes() {
    return (
      <KindContext value={shown}>
        <OwnBoards />
      </KindContext>
    )
  }
  const prepare = (owner: number, pathname: string, store: SessionStore) => {
    if (pathname === boardTypeOf(kind.type).listPath) prepareBoardList(kind.type, owner, store)
  }
  return Object.assign(BoardRoutes, { prepare })
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
      <Suspense fallback={<Spinner label="Loading" />}>
        <Routes>
          {routes(session.profile.id)}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    )
  }
}
