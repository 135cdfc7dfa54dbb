import type { ReactNode } from 'react'
import { Button } from '../actions/Button'
import { CopyButton } from '../actions/CopyButton'
import css from './ShownSecret.module.css'

export interface ShownSecretProps {
  /** names the text for screen readers, such as 'Device key' */
  label: string
  /** as in 'Copy key' */
  what: string
  value: string
  /** says that it is shown only now */
  children: ReactNode
  /** how it is used */
  use?: ReactNode
  onStored(): void
}

/** A secret that is shown once: copied with one press, and gone when its owner says that it is stored. */
export const ShownSecret = ({ label, what, value, children, use, onStored }: ShownSecretProps) => (
  <div className={css.shown}>
    <p>{children}</p>
    <code className={css.secret} aria-label={label}>
      {value}
    </code>
    {use && <p className={css.use}>{use}</p>}
    <div className={css.actions}>
      <CopyButton text={value} what={what} />
      <Button onPress={onStored}>I have stored it</Button>
    </div>
  </div>
)
