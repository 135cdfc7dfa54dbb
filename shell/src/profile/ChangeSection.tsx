import { Banner, Button } from '@multiball/shared/ui'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { FormState } from '../fields/useFields'
import { Section } from './Section'
import css from './Section.module.css'

export interface Closing {
  /** closes the form, and says what came of it */
  onDone(sentence: string): void
  onCancel(): void
}

interface ChangeSectionProps {
  title: string
  /** as it is now, where that may be shown */
  current?: string
  /** what opens the form */
  label: string
  form(closing: Closing): ReactNode
}

/** Something of the account, and the form that changes it once it is asked for. */
export function ChangeSection({ title, current, label, form }: ChangeSectionProps) {
  const [isOpen, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  const open = () => {
    setHasOpened(true)
    setOpen(true)
  }
  const [sentence, setSentence] = useState<string>()
  const done = (words: string) => {
    setSentence(words)
    setOpen(false)
  }
  return (
    <Section title={title}>
      {current && <p className={css.words}>{current}</p>}
      {sentence && <Banner tone="success">{sentence}</Banner>}
      {isOpen ? (
        form({ onDone: done, onCancel: () => setOpen(false) })
      ) : (
        <Button autoFocus={hasOpened} onPress={open}>
          {label}
        </Button>
      )}
    </Section>
  )
}

interface ChangeFormProps extends FormState {
  label: string
  submitLabel: string
  /** whether submitting cannot be undone */
  isDanger?: boolean
  onCancel(): void
  /** its fields */
  children: ReactNode
}

/** Its fields with a button that sends them, and one that closes it. */
export function ChangeForm({
  label,
  submitLabel,
  isDanger,
  failure,
  isBusy,
  onSubmit,
  onCancel,
  children,
}: ChangeFormProps) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  return (
    <form ref={element} className={css.form} onSubmit={onSubmit} noValidate aria-label={label}>
      {failure && <Banner tone="error">{failure}</Banner>}
      {children}
      <div className={css.actions}>
        <Button type="submit" variant={isDanger ? 'danger' : 'secondary'} isBusy={isBusy}>
          {submitLabel}
        </Button>
        <Button variant="quiet" onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
