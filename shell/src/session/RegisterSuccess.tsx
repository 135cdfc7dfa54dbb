import css from './form.module.css'
import { ModeHeading } from './ModeHeading'
import { ModeLink } from './ModeLink'
import type { ModeProps } from './modeProps'

export const RegisterSuccess = ({ go }: ModeProps) => (
  <>
    <ModeHeading>Check your e-mail</ModeHeading>
    <p className={css.words}>
      Your account is ready. Check your e-mail for a verification link: click it within 7 days for your account to remain active.
    </p>
    <ModeLink onPress={() => go('login')}>Return to login</ModeLink>
  </>
)
