import css from './ModeLink.module.css'

interface ModeLinkProps {
  children: string
  onPress(): void
}

/** Leads to another mode of the login screen. */
export const ModeLink = ({ children, onPress }: ModeLinkProps) => (
  <button type="button" className={css.link} onClick={onPress}>
    {children}
  </button>
)
