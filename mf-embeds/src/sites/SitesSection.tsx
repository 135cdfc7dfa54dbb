import { embeds } from '@multiball/shared/api'
import { Unread, useRead } from '@multiball/shared/queries'
import type { OwnBoard } from '../ownBoards'
import { SitesForm } from './SitesForm'
import css from './SitesSection.module.css'

interface SitesSectionProps {
  owner: number
  board: OwnBoard
}

/** Whose pages may show the board. */
export function SitesSection({ owner, board }: SitesSectionProps) {
  const { type, id } = board
  const read = useRead(['sites', type, id], async (signal) => (await embeds.get(type, id, signal)).sites)
  return (
    <section className={css.section} aria-labelledby="embed-sites">
      <h2 id="embed-sites" className={css.heading}>
        Allowed sites
      </h2>
      <p className={css.words}>
        Any site can show {board.title} while the list is empty. If you add sites, only they can embed it; elsewhere it
        appears not to exist. Its own link and your TVs are not affected.
      </p>
      <Unread read={read} what="the sites" />
      {read.loaded.type === 'ready' && <SitesForm owner={owner} board={board} sites={read.loaded.value} />}
    </section>
  )
}
