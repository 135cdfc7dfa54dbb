import css from './form.module.css'
import { ModeHeading } from './ModeHeading'
import { ModeLink } from './ModeLink'
import type { ModeProps } from './modeProps'

/** A mail was asked for; the server's sentence gives away nothing about who has an account. */
export const MailSuccess = ({ go, sentence }: ModeProps) => (
  <>
    <ModeHeading>Check your e-mail</ModeHeading>
    <p className={css.words}>{sentence}</p>
    <ModeLink onPress={() => go('login')}>Return to login</ModeLink>
  </>
)
