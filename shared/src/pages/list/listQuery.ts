import { useSearchParams } from '@multiball/shared/routing'
import { useEffect, useRef, useState } from 'react'
import type { AnyBoard } from '../kind'

const privacyFilters = ['all', 'public', 'private'] as const
const sortings = ['newest', 'oldest', 'title'] as const

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
export function selectBoards<Board extends AnyBoard>(
  boards: readonly Board[],
  placeOf: (board: Board) => string | undefined,
  query: ListQuery,
): Board[] {
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

/** What the list shows, kept in the address. The address comes after: typed letters must not wait for the router. */
export function useListQuery(): [query: ListQuery, change: (query: ListQuery) => void] {
  const [search, setSearch] = useSearchParams()
  const [query, setQuery] = useState(() => parseListQuery(search))
  /** what the address is on its way to, if anything */
  const coming = useRef<string>(undefined)

  useEffect(() => {
    if (coming.current === undefined) return setQuery(parseListQuery(search))
    if (coming.current === search.toString()) coming.current = undefined
  }, [search])

  const change = (changed: ListQuery) => {
    const next = formatListQuery(changed)
    setQuery(changed)
    if (coming.current !== undefined || next.toString() !== search.toString()) coming.current = next.toString()
    setSearch(next, { replace: true })
  }
  return [query, change]
}
