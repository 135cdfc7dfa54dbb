import { useSearchParams } from '@multiball/shared/routing'
import { useEffect, useRef, useState } from 'react'
import { formatListQuery, parseListQuery, type ListQuery } from './listQuery'

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
