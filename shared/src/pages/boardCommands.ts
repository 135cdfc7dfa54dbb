import { allRows, boards, tvs, type BoardOf } from '@multiball/shared/api'
import { boardTypeName, boardTypeOf } from '@multiball/shared/client'
import type { BoardType, Command, Commands, Tv } from '@multiball/shared/schema'
import { viewerAddress } from './list/viewerAddress'
import { outcome, putBack, putOn, shownBy } from './tvs/steerTv'

const pageSize = 100

/** Asked for by every board type at once: who asks meanwhile gets the same answer. */
let asking: Promise<Tv[]> | undefined
const ownTvs = () =>
  (asking ??= allRows((offset) => tvs.list({ limit: pageSize, offset })).finally(() => (asking = undefined)))

/**
 * The commands of a board type, whoever brings it along: to add a board, and for each of one's own to open it, to view it and
 * to show it on each of one's TVs.
 */
export function boardCommands(type: BoardType): Commands {
  return async ({ owner, signal }) => {
    const { listPath, isOverlay } = boardTypeOf(type)
    const [own, screens] = await Promise.all([
      allRows((offset) => boards(type).list({ owner, limit: pageSize, ordering: '-id', offset }, signal)),
      // What is drawn over footage is for no TV.
      isOverlay ? [] : ownTvs(),
    ])
    const add: Command = {
      id: `add ${type}`,
      group: 'Actions',
      label: `Add ${boardTypeName(type)}`,
      keywords: 'new create make',
      icon: 'plus',
      to: `${listPath}/add`,
    }
    return [add, ...own.flatMap((board) => [...waysTo(type, board), ...screens.map((tv) => show(type, board, tv))])]
  }
}

function waysTo(type: BoardType, board: BoardOf): Command[] {
  const { icon, listPath, path } = boardTypeOf(type)
  const { id, title } = board
  const kind = boardTypeName(type)
  return [
    {
      id: `${type} ${id}`,
      group: 'Boards',
      label: title,
      detail: kind,
      keywords: 'edit open change',
      icon,
      to: `${listPath}/${id}/edit`,
    },
    {
      id: `view ${type} ${id}`,
      group: 'Actions',
      label: `View ${title}`,
      detail: kind,
      icon: 'view',
      href: viewerAddress(path, board),
    },
  ]
}

const show = (type: BoardType, { id, title }: BoardOf, { id: tv, name }: Tv): Command => ({
  id: `show ${type} ${id} on ${tv}`,
  group: 'Actions',
  label: `Show ${title} on ${name}`,
  detail: boardTypeName(type),
  keywords: 'tv display screen',
  icon: 'tv',
  async run() {
    // What it shows may have changed since Jump was opened.
    const before = await tvs.get(tv)
    const put = await putOn(before, { type, id })
    const { text } = await outcome(put, title)
    return shownBy(before) ? { text, undo: async () => void (await putBack(before, put)) } : { text }
  },
})
