import { useEffect, useRef } from 'react'
import css from './ModeHeading.module.css'

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
