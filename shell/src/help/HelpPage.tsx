import { listHelpRemotes } from '@multiball/shared/remotes'
import { PageHeading } from '@multiball/shared/ui'
import { RemotePage } from '../remotes/RemotePage'
import css from './HelpPage.module.css'

/** Where Help leads unless the deployment has a page of its own. */
export const HelpPage = () => (
  <>
    <PageHeading title="Help" />
    <div className={css.page}>
      <h2>From a machine to the wall</h2>
      <ol>
        <li>
          Under Venues, create a venue, add its machines, and pair each one with its device or create a key for it.
        </li>
        <li>Create a scoreboard for a machine. Its scores appear as soon as someone plays.</li>
        <li>
          Leaderboards collect the best scores. Comboboards put several boards on one screen; slideshows show them in
          turn.
        </li>
        <li>
          On the TV, open <code>{location.host}/tv</code>. It shows a code: type it in under TVs, then choose what the
          TV shows.
        </li>
      </ol>
      {listHelpRemotes().map(({ remote, label }) => (
        <RemotePage key={remote} remote={remote} expose="./help" title={label} isPanel />
      ))}
      <h2>Public and private</h2>
      <p>
        A board is private until you make it public. Anyone with its link can still see a private board: use View, or
        Copy link in the menu of its row. A new viewer key makes all earlier links stop working.
      </p>
      <h2>On a stream and on other pages</h2>
      <p>
        A streamboard is an overlay. Its form has the address and the size for OBS. Embed gives you the code to put any
        board on your own page.
      </p>
      <h2>For programmers</h2>
      <p>
        Anything you can do here, a program can do too: see <a href="/api/docs/">the API</a>.
      </p>
    </div>
  </>
)
