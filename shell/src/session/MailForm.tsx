import { requestMail, type MailKind } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import { checkKeptEmail } from '@multiball/shared/session'
import { Banner, Button, focusField, TextField } from '@multiball/shared/ui'
import { useEffect, useState, type FormEvent } from 'react'
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
  const [email, setEmail] = useState(typed.read(kind).email ?? '')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (error) focusField('email')
  }, [error])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setFailure(undefined)
    const wrong = checkKeptEmail(email)
    setError(wrong)
    if (wrong) return
    setBusy(true)
    try {
      const sentence = await requestMail(kind, email.trim().toLowerCase())
      typed.forget(kind)
      onSent(sentence)
    } catch (thrown) {
      setBusy(false)
      const refused = thrown instanceof ApiError ? thrown.fields?.email?.[0] : undefined
      if (refused) setError(refused)
      else setFailure(thrown instanceof ApiError ? thrown.message : generalFailure)
    }
  }

  const change = (text: string) => {
    setEmail(text)
    typed.keep(kind, { email: text })
    setError(undefined)
  }

  return (
    <>
      <ModeHeading>{heading}</ModeHeading>
      <p className={css.words}>{words}</p>
      <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <TextField label="Email" name="email" type="email" autoComplete="email" isRequired value={email} onChange={change} error={error} />
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
