import type { AnyBoard } from './kind'

export const privacyFilters = ['all', 'public', 'private'] as const
export const sortings = ['newest', 'oldest', 'title'] as const

/** What the list shows of the owner's boards; kept in the page's address. */
export interface ListQuery {
  text: string
  privacy: (typeof privacyFilters)[number]
  sort: (typeof sortings)[number]
}

/** Reads the query of an address; what it does not know is the default. */
export const parseListQuery = (search: URLSearchParams): ListQuery => ({
  text: search.get('q') ?? '',
  privacy: privacyFilters.find((value) => value === search.get('privacy')) ?? 'all',
  sort: sortings.find((value) => value === search.get('sort')) ?? 'newest',
})

/** The query of the address; defaults are left out of it. */
export function formatListQuery({ text, privacy, sort }: ListQuery): URLSearchParams {
  const search = new URLSearchParams()
  if (text) search.set('q', text)
  if (privacy !== 'all') search.set('privacy', privacy)
  if (sort !== 'newest') search.set('sort', sort)
  return search
}

/** The boards that the query asks for, in its order. */
export function selectBoards<Board extends AnyBoard>(boards: readonly Board[], placeOf: (board: Board) => string | undefined, query: ListQuery): Board[] {
  const needle = query.text.trim().toLocaleLowerCase()
  const found = boards.filter((board) => {
    if (query.privacy !== 'all' && board.is_public !== (query.privacy === 'public')) return false
    return `${board.title}\n${placeOf(board) ?? ''}`.toLocaleLowerCase().includes(needle)
  })
  return found.sort(orders[query.sort])
}

const orders: Record<ListQuery['sort'], (one: AnyBoard, other: AnyBoard) => number> = {
  newest: (one, other) => other.id - one.id,
  oldest: (one, other) => one.id - other.id,
  title: (one, other) => one.title.localeCompare(other.title, undefined, { numeric: true }),
}
