import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Icon, type IconName } from '../marks/Icon'
import { Ring } from '../marks/Spinner'
import css from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps {
  children: ReactNode
  /** default secondary; one primary on a page */
  variant?: ButtonVariant
  /** shows a spinner in the place of the words and takes no press; keeps width and focus */
  isBusy?: boolean
  isDisabled?: boolean
  onPress?(): void
  type?: 'button' | 'submit'
  /** id of the form to submit, for a button outside of it */
  form?: string
  icon?: IconName
  autoFocus?: boolean
  /** says more than the words, such as which row: `Delete Lobby wall` */
  'aria-label'?: string
  ref?: Ref<HTMLButtonElement>
}

export function Button({ children, variant = 'secondary', isBusy = false, icon, ...rest }: ButtonProps) {
  return (
    <AriaButton className={`${css.button} ${css[variant]}`} isPending={isBusy} {...rest}>
      <span className={css.content}>
        {icon && <Icon name={icon} />}
        {children}
      </span>
      {isBusy && (
        <span className={css.busy}>
          <Ring label="Busy" />
        </span>
      )}
    </AriaButton>
  )
}
