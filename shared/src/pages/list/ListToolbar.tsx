import { MenuSelect, SearchField, Segmented } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import { useKind } from '../kind'
import { FilterCount, type FilterCountProps } from './FilterCount'
import type { ListQuery } from './listQuery'
import css from './ListPage.module.css'

interface ListToolbarProps {
  query: ListQuery
  isPhone: boolean
  /** stands here where the heading has no room for it */
  addLink: ReactNode
  /** see {@link FilterCount} */
  count: FilterCountProps['count']
  onChange(query: ListQuery): void
}

const privacies = [
  { value: 'all', label: 'All' },
  { value: 'public', label: 'Public' },
  { value: 'private', label: 'Private' },
] as const
const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'title', label: 'By title' },
] as const

/** Filter, privacy and order of the list. */
export function ListToolbar({ query, isPhone, addLink, count, onChange }: ListToolbarProps) {
  const { filterWord } = useKind()
  const privacy = {
    label: 'Privacy',
    options: privacies,
    value: query.privacy,
    onChange: (chosen: ListQuery['privacy']) => onChange({ ...query, privacy: chosen }),
  }
  return (
    <div className={css.toolbar}>
      <div className={css.filter}>
        <SearchField
          label={filterWord ? `Filter by title or ${filterWord}` : 'Filter by title'}
          placeholder={isPhone ? 'Filter' : undefined}
          value={query.text}
          onChange={(text) => onChange({ ...query, text })}
        />
      </div>
      {isPhone ? <MenuSelect {...privacy} /> : <Segmented isLabelHidden {...privacy} />}
      <div className={css.order}>
        <MenuSelect
          label="Order"
          options={orders}
          value={query.sort}
          onChange={(chosen) => onChange({ ...query, sort: chosen })}
        />
      </div>
      <div className={css.count}>
        <FilterCount count={count} />
      </div>
      {isPhone && <div className={css.add}>{addLink}</div>}
    </div>
  )
}
