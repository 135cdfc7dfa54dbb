import { listHomePanels, remoteForDisplay } from '@multiball/shared/remotes'
import { PageHeading } from '@multiball/shared/ui'
import css from './HomePage.module.css'
import { NewestBoards, sections } from './NewestBoards'
import { RemotePage } from '../remotes/RemotePage'

/** What remotes bring for their owner, then what is new in public, from every owner. */
export const HomePage = () => (
  <>
    <PageHeading title="Home" />
    {listHomePanels().map(({ remote, expose, label }) => (
      <div key={remote} className={css.panel}>
        <RemotePage remote={remote} expose={expose} title={label} isPanel />
      </div>
    ))}
    <div className={css.columns}>
      {sections
        .filter(({ type }) => remoteForDisplay(type))
        .map((section) => (
          <NewestBoards key={section.type} {...section} />
        ))}
    </div>
  </>
)
