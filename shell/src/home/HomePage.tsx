import { remoteForDisplay } from '@multiball/shared/remotes'
import { PageHeading } from '@multiball/shared/ui'
import css from './HomePage.module.css'
import { NewestBoards } from './NewestBoards'
import { sections } from './sections'

/** What is new in public, from every owner. */
export const HomePage = () => (
  <>
    <PageHeading title="Home" />
    <div className={css.columns}>
      {sections
        .filter(({ type }) => remoteForDisplay(type))
        .map((section) => (
          <NewestBoards key={section.type} {...section} />
        ))}
    </div>
  </>
)
