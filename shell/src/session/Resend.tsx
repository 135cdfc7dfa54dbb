import { MailForm } from './MailForm'
import type { ModeProps } from './modeProps'

export const Resend = ({ go }: ModeProps) => (
  <MailForm
    kind="verify"
    heading="Resend verification e-mail"
    words="We send you a new link. Clicking it keeps your account active, or switches it on again."
    submitLabel="Send e-mail"
    onSent={(sentence) => go('resendSuccess', sentence)}
    onReturn={() => go('login')}
  />
)
