import { Thumbnail, useNewestScores } from '@multiball/shared/boards'
import { boardTypeOf } from '@multiball/shared/client'
import { Banner, LinkButton } from '@multiball/shared/ui'
import type { BoardType } from '@multiball/shared/schema'
import { useId } from 'react'
import css from './NewestBoards.module.css'
import type { HomeSection } from './sections'
import { newestLimit, useNewestBoards, type ListedBoards, type NewestBoards as Newest } from './useNewestBoards'

export function NewestBoards({ type, heading, plural }: HomeSection) {
  const state = useNewestBoards(type)
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={css.section}>
      <h2 id={headingId} className={css.heading}>
        {heading}
      </h2>
      <Body state={state} plural={plural} type={type} />
    </section>
  )
}

interface BodyProps {
  state: Newest
  plural: string
  type: BoardType
}

function Body({ state, plural, type }: BodyProps) {
  switch (state.type) {
    case 'failed':
      return <Banner tone="error">{state.message}</Banner>
    case 'loading':
      return (
        <div className={css.list} role="status" aria-label={`Loading ${plural}`}>
          {Array.from({ length: newestLimit }, (_, at) => (
            <div key={at} className={css.row} aria-hidden="true">
              <span className={css.thumbnail} />
              <span className={css.blank} />
            </div>
          ))}
        </div>
      )
    case 'ready':
      if (state.boards.length === 0) return <p className={css.empty}>There are no public {plural} yet.</p>
      return <BoardList boards={state.boards} type={type} />
  }
}

function BoardList({ boards, type }: { boards: ListedBoards; type: BoardType }) {
  const scores = useNewestScores(boards, type)
  return (
    <ul className={css.list}>
      {boards.map(({ id, title, user_roles: [owner] }) => (
        <li key={id} className={css.row}>
          <Thumbnail type={type} scores={scores.get(id)} />
          <span className={css.words}>
            <span className={css.title}>{title}</span>
            <span className={css.owner}>by {owner?.user.cached_display_name}</span>
          </span>
          <LinkButton variant="quiet" icon="view" href={`/viewer/${boardTypeOf(type).path}/${id}`} newTab aria-label={`View ${title}`}>
            View
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}
