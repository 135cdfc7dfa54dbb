import type { Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Icon, type IconName } from '../marks/Icon'
import css from './button.module.css'
import { PlainLink, type LinkTarget } from './LinkButton'

interface Named {
  icon: IconName
  /** the accessible name, such as `Edit Lobby wall` */
  label: string
}

type IconButtonProps = Named & { onPress(): void; isDisabled?: boolean; ref?: Ref<HTMLButtonElement> }

/** A square button that is only an icon. */
export const IconButton = ({ icon, label, ...rest }: IconButtonProps) => (
  <AriaButton className={`${css.button} ${css.quiet} ${css.icon}`} aria-label={label} {...rest}>
    <Icon name={icon} />
  </AriaButton>
)

type IconLinkProps = Named & LinkTarget & { newTab?: boolean }

/** A square link that is only an icon. */
export const IconLink = ({ icon, label, ...rest }: IconLinkProps) => (
  <PlainLink className={`${css.button} ${css.quiet} ${css.icon}`} aria-label={label} {...rest}>
    <Icon name={icon} />
  </PlainLink>
)
