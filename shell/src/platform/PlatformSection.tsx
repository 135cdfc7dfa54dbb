import { styles } from '@multiball/shared/ui'
import { useId, type ReactNode } from 'react'
import css from './Platform.module.css'

/** A part of the page below what runs. */
export function PlatformSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}
