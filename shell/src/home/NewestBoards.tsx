import { boards, type BoardOf } from '@multiball/shared/api'
import { Thumbnail, useNewestScores } from '@multiball/shared/boards'
import { boardTypeOf } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import { LinkButton, LoadingRows, styles } from '@multiball/shared/ui'
import type { BoardType } from '@multiball/shared/schema'
import { useId } from 'react'
import css from './NewestBoards.module.css'

interface HomeSection {
  type: BoardType
  heading: string
  /** plural, in sentences */
  plural: string
}

/** The board types that Home lists, each while a remote shows them. */
export const sections: readonly HomeSection[] = [
  { type: 'scoreboard', heading: 'Newest Public Scoreboards', plural: 'scoreboards' },
  { type: 'leaderboard', heading: 'Newest Public Leaderboards', plural: 'leaderboards' },
]

const newestLimit = 10

/** The newest public boards of a type, every owner's. */
export function NewestBoards({ type, heading, plural }: HomeSection) {
  const read = useRead(
    ['newestBoards', type],
    async (signal) =>
      (await boards(type).list({ is_public: true, limit: newestLimit, ordering: '-id' }, signal)).results,
  )
  const { loaded } = read
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={css.section}>
      <h2 id={headingId} className={styles.heading}>
        {heading}
      </h2>
      <Unread
        read={read}
        what={plural}
        waiting={<LoadingRows label={`Loading ${plural}`} count={newestLimit} hasPicture />}
      />
      {loaded.type === 'ready' && loaded.value.length === 0 && (
        <p className={`${styles.frame} ${css.empty}`}>There are no public {plural} yet.</p>
      )}
      {loaded.type === 'ready' && loaded.value.length > 0 && <BoardList newest={loaded.value} type={type} />}
    </section>
  )
}

function BoardList({ newest, type }: { newest: BoardOf[]; type: BoardType }) {
  const scores = useNewestScores(newest, type)
  return (
    <ul className={`${styles.frame} ${css.list}`}>
      {newest.map(({ id, title, user_roles: [owner] }) => (
        <li key={id} className={css.row}>
          <Thumbnail type={type} scores={scores.get(id)} />
          <span className={`${styles.rowNames} ${css.words}`}>
            <span className={css.title}>{title}</span>
            <span className={css.owner}>by {owner?.user.cached_display_name}</span>
          </span>
          <LinkButton
            variant="quiet"
            icon="view"
            href={`/viewer/${boardTypeOf(type).path}/${id}`}
            newTab
            aria-label={`View ${title}`}
          >
            View
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}
