import { LinkButton } from '../actions/LinkButton'
import css from './NotFound.module.css'
import { PageHeading } from './PageHeading'

/** A path of the dashboard that is none: for the shell, and for what a remote does not know below its own. */
export const NotFound = () => (
  <>
    <PageHeading title="Page not found" />
    <p className={css.sentence}>OH NO! 404 - The requested page does not exist.</p>
    <LinkButton to="/" icon="home">
      Go to Home
    </LinkButton>
  </>
)
