import { MailForm } from './MailForm'
import type { ModeProps } from './modeProps'

export const ResetPassword = ({ go }: ModeProps) => (
  <MailForm
    kind="reset"
    heading="Forgot username or password"
    words="We’ll e-mail you a link to set a new password. It works for one hour. If your address is verified, we’ll also remind you of your username."
    submitLabel="Send link"
    onSent={(sentence) => go('resetPasswordSuccess', sentence)}
    onReturn={() => go('login')}
  />
)
