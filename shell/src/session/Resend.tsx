import { MailForm } from './MailForm'
import type { ModeProps } from './modeProps'

export const Resend = ({ go }: ModeProps) => (
  <MailForm
    kind="verify"
    heading="Resend verification e-mail"
    words="We’ll e-mail you a new link. Click it to keep your account active or to reactivate it."
    submitLabel="Send e-mail"
    onSent={(sentence) => go('resendSuccess', sentence)}
    onReturn={() => go('login')}
  />
)
