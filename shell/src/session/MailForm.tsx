import { requestMail, type MailKind } from '@multiball/shared/api'
import { checkKeptEmail } from '@multiball/shared/session'
import { Banner, Button, TextField } from '@multiball/shared/ui'
import { useFields } from '../fields/useFields'
import css from './form.module.css'
import { ModeHeading } from './ModeHeading'
import { ModeLink } from './ModeLink'
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
export function MailForm({ kind, heading, words, submitLabel, onSent, onReturn }: MailFormProps) {
  const typed = useTyped()
  const { field, form: { failure, isBusy, onSubmit } } = useFields({
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
        <TextField label="Email" type="email" autoComplete="email" isRequired {...field('email')} />
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
