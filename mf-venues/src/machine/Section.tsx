import { useId } from 'react'
import type { ReactNode } from 'react'
import css from './Section.module.css'

interface SectionProps {
  title: string
  /** stands at the end of the title's line */
  aside?: ReactNode
  children: ReactNode
}

/** One part of the machine's page. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <header className={css.head}>
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
