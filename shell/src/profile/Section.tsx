import { useId, type ReactNode } from 'react'
import css from './Section.module.css'

/** A part of the profile page that is no field of the profile. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 className={css.title} id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}
