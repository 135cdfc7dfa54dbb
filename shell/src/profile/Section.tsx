import { useId, type ReactNode, type Ref } from 'react'
import css from './Section.module.css'

interface SectionProps {
  title: string
  /** takes the focus of what goes away */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of the profile page that is no field of the profile. */
export function Section({ title, heading, children }: SectionProps) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 ref={heading} className={css.title} id={id} tabIndex={heading ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </section>
  )
}
