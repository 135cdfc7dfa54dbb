import { generalFailure } from '@multiball/shared/client'
import { Banner, Spinner } from '@multiball/shared/ui'
import type { OwnBoard } from '../pages/ownBoards'
import { SitesForm } from './SitesForm'
import css from './SitesSection.module.css'
import { useSites } from './useSites'

interface SitesSectionProps {
  owner: number
  board: OwnBoard
}

/** Whose pages may show the board. */
export function SitesSection({ owner, board }: SitesSectionProps) {
  const loaded = useSites(board)
  return (
    <section className={css.section} aria-labelledby="embed-sites">
      <h2 id="embed-sites" className={css.heading}>
        Allowed sites
      </h2>
      <p className={css.words}>
        While nothing is listed, any site may show {board.title}. With a list only these may, in frames and inline; everywhere else it is as if there were no such board. Its own
        viewer and your TVs stay as they are.
      </p>
      {loaded.type === 'loading' && <Spinner label="Loading the sites" />}
      {loaded.type === 'failed' && <Banner tone="error">{generalFailure}</Banner>}
      {loaded.type === 'ready' && <SitesForm owner={owner} board={board} sites={loaded.sites} />}
    </section>
  )
}
