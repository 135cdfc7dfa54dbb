import { changeEmail, getUser } from '@multiball/shared/api'
import { useRead } from '@multiball/shared/queries'
import type { Profile } from '@multiball/shared/schema'
import { checkEmailChange } from '@multiball/shared/session'
import { Banner, Button, PasswordField, TextField } from '@multiball/shared/ui'
import { useState } from 'react'
import { useFields } from '../fields/useFields'
import { Section } from './Section'
import css from './Section.module.css'

/** The own address, and how to get another one. */
export function EmailSection({ profile: { id } }: { profile: Profile }) {
  const { loaded } = useRead(['user', id], (signal) => getUser(id, signal))
  // Without it the form is good for the same.
  const address = loaded.type === 'ready' ? loaded.value.email : undefined
  const [isOpen, setOpen] = useState(false)
  const [sentence, setSentence] = useState<string>()

  const sent = (words: string) => {
    setSentence(words)
    setOpen(false)
  }
  return (
    <Section title="E-mail address">
      {address && <p className={css.words}>{address}</p>}
      {sentence && <Banner tone="success">{sentence}</Banner>}
      {isOpen ? <EmailForm onSent={sent} onCancel={() => setOpen(false)} /> : <Button onPress={() => setOpen(true)}>Change e-mail address</Button>}
    </Section>
  )
}

function EmailForm({ onSent, onCancel }: { onSent(sentence: string): void; onCancel(): void }) {
  const { field, failure, isBusy, onSubmit } = useFields({
    initial: { email: '', password: '' },
    check: checkEmailChange,
    send: async ({ email, password }) => onSent(await changeEmail({ email: email.trim(), password })),
  })
  return (
    <form className={css.form} onSubmit={onSubmit} noValidate aria-label="Change e-mail address">
      {failure && <Banner tone="error">{failure}</Banner>}
      <TextField label="New e-mail address" type="email" autoComplete="email" description="We’ll e-mail a link there. Open it to switch to the new address." isRequired {...field('email')} />
      <PasswordField label="Your password" autoComplete="current-password" isRequired {...field('password')} />
      <div className={css.actions}>
        <Button type="submit" isBusy={isBusy}>
          Send link
        </Button>
        <Button variant="quiet" onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
