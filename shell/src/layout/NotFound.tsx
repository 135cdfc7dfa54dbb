import { LinkButton, PageHeading } from '@multiball/shared/ui'
import css from './NotFound.module.css'

export const NotFound = () => (
  <>
    <PageHeading title="Page not found" />
    <p className={css.sentence}>OH NO! 404 - The requested page does not exist.</p>
    <LinkButton to="/" icon="home">
      Go to Home
    </LinkButton>
  </>
)
