import { Logo } from '@multiball/shared/ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { Artwork } from './artwork/Artwork'
import css from './SessionFrame.module.css'

/** The page around everything that is done without being signed in. */
export const SessionFrame = ({ children }: { children: ReactNode }) => (
  <div className={css.screen}>
    <main className={css.side}>
      <Logo />
      <p className={css.what}>Live score boards for pinball venues</p>
      <div className={css.form}>{children}</div>
    </main>
    <Artwork />
  </div>
)

interface ModeHeadingProps {
  children: string
  /** true when the mode was chosen on this page, so that reading starts here */
  takesFocus?: boolean
}

export function ModeHeading({ children, takesFocus = true }: ModeHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${children} · Multiball`
    if (takesFocus) heading.current?.focus()
  }, [children, takesFocus])
  return (
    <h1 ref={heading} tabIndex={-1} className={css.heading}>
      {children}
    </h1>
  )
}

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
