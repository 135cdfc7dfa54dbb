import { requestMail, type MailKind } from '@multiball/shared/api'
import { checkKeptEmail } from '@multiball/shared/session'
import { Banner, Button } from '@multiball/shared/ui'
import { EmailField } from '../fields/EmailField'
import { useFields } from '../fields/useFields'
import css from './form.module.css'
import type { ModeProps } from './modes'
import { ModeHeading, ModeLink } from './SessionFrame'
import { useTyped } from './typed'

interface MailFormProps {
  kind: MailKind
  heading: string
  words: string
  submitLabel: string
  onSent(sentence: string): void
  onReturn(): void
}

/** Asks for an address and has a mail sent to it. */
function MailForm({ kind, heading, words, submitLabel, onSent, onReturn }: MailFormProps) {
  const typed = useTyped()
  const {
    field,
    form: { failure, isBusy, onSubmit },
  } = useFields({
    initial: { email: typed.read(kind).email ?? '' },
    check: ({ email }) => ({ email: checkKeptEmail(email) }),
    keep: (fields) => typed.keep(kind, fields),
    send: async ({ email }) => {
      const sentence = await requestMail(kind, email.trim().toLowerCase())
      typed.forget(kind)
      onSent(sentence)
    },
  })

  return (
    <>
      <ModeHeading>{heading}</ModeHeading>
      <p className={css.words}>{words}</p>
      <form className={css.form} onSubmit={onSubmit} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <EmailField {...field('email')} />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {submitLabel}
        </Button>
      </form>
      <div className={css.links}>
        <ModeLink onPress={onReturn}>Return to login</ModeLink>
      </div>
    </>
  )
}

export const Resend = ({ go }: ModeProps) => (
  <MailForm
    kind="verify"
    heading="Resend verification email"
    words="We’ll email you a new link. Click it to keep your account active or to reactivate it."
    submitLabel="Send email"
    onSent={(sentence) => go('resendSuccess', sentence)}
    onReturn={() => go('login')}
  />
)

export const ResetPassword = ({ go }: ModeProps) => (
  <MailForm
    kind="reset"
    heading="Forgot username or password"
    words="We’ll email you a link to set a new password. It works for one hour. If your address is verified, we’ll also remind you of your username."
    submitLabel="Send link"
    onSent={(sentence) => go('resetPasswordSuccess', sentence)}
    onReturn={() => go('login')}
  />
)
