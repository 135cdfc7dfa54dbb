import { MailForm } from './MailForm'
import type { ModeProps } from './modeProps'

export const ResetPassword = ({ go }: ModeProps) => (
  <MailForm
    kind="reset"
    heading="Forgot username or password"
    words="We send you a link to choose a new password, and your username if the address is confirmed. The link works for one hour."
    submitLabel="Send link"
    onSent={(sentence) => go('resetPasswordSuccess', sentence)}
    onReturn={() => go('login')}
  />
)
