import { Link } from '@multiball/shared/routing'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../marks/Icon'
import type { ButtonVariant } from './Button'
import { styles } from '../styles'
import css from './button.module.css'

export type LinkTarget =
  /** a path of the page's router */
  | { to: string; href?: undefined; download?: undefined }
  /** an address outside of it */
  | {
      href: string
      to?: undefined
      /** the name of the file as which it is kept, instead of opened */ download?: string
    }

export type LinkButtonProps = LinkTarget & {
  children: ReactNode
  newTab?: boolean
  variant?: ButtonVariant
  icon?: IconName
  /** says more than the words, such as which row: `Edit Lobby wall` */
  'aria-label'?: string
  onPress?(): void
}

/** A link that looks like a button. */
export function LinkButton({ children, variant = 'secondary', icon, ...rest }: LinkButtonProps) {
  return (
    <PlainLink {...rest} className={`${css.button} ${css[variant]}`}>
      <span className={css.content}>
        {icon && <Icon name={icon} />}
        {children}
      </span>
    </PlainLink>
  )
}

type PlainLinkProps = LinkTarget & {
  children: ReactNode
  className?: string
  newTab?: boolean
  'aria-label'?: string
  onPress?(): void
}

/** A link of the router or of the web, by what it is given. */
export function PlainLink({
  to,
  href,
  download,
  newTab,
  className,
  children,
  onPress,
  'aria-label': label,
}: PlainLinkProps) {
  const shared = {
    className,
    onClick: onPress,
    'aria-label': label && newTab ? `${label} (opens in a new tab)` : label,
    ...(newTab && { target: '_blank', rel: 'noopener' }),
  }
  const words = (
    <>
      {children}
      {newTab && !label && <NewTabHint />}
    </>
  )
  return to === undefined ? (
    <a href={href} download={download} {...shared}>
      {words}
    </a>
  ) : (
    <Link to={to} {...shared}>
      {words}
    </Link>
  )
}

/** For assistive technology only. */
const NewTabHint = () => <span className={styles.unseen}> (opens in a new tab)</span>
