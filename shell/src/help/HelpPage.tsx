import { PageHeading } from '@multiball/shared/ui'
import css from './HelpPage.module.css'

/** Where Help leads unless the deployment has a page of its own. */
export const HelpPage = () => (
  <>
    <PageHeading title="Help" />
    <div className={css.page}>
      <h2>From a machine to the wall</h2>
      <ol>
        <li>Under Venues make a venue, add its machines, and pair each with its device or make a key for it.</li>
        <li>Create a scoreboard for a machine. Its scores appear as soon as somebody plays.</li>
        <li>Leaderboards collect the best scores. Comboboards put several boards on one screen, slideshows show them in turn.</li>
        <li>
          On the TV open <code>{location.host}/tv</code>. It shows a code: type it under TVs, and choose there what the TV shows.
        </li>
      </ol>
      <h2>Public and private</h2>
      <p>
        A board is private until you make it public. A private board is shown to whoever has its link: View, or Copy link in the
        menu of its row. A new viewer key cuts off the links that were given away before.
      </p>
      <h2>On a stream and on other pages</h2>
      <p>
        A streamboard is an overlay. Its form has the address and the size for OBS. Embed gives the code that puts any board on
        a page of yours.
      </p>
      <h2>For programmers</h2>
      <p>
        Everything that can be done here can be done by a program: <a href="/api/docs/">the calls</a>.
      </p>
    </div>
  </>
)
