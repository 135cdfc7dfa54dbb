import { Button, styles } from '@multiball/shared/ui'
import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react'
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

/** A section's heading, and what moves the focus there once something that had it has gone. */
export function useGoOn() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [gone, setGone] = useState(0)
  useEffect(() => {
    if (gone > 0) heading.current?.focus()
  }, [gone])
  return { heading, goOn: () => setGone((count) => count + 1) }
}

interface EntryProps {
  name: string
  detail: ReactNode
  /** what can be done about it: its word, and the whole of it for screen readers */
  action?: { word: string; label: string; onPress(): void }
}

/** One of a section's list. */
export const Entry = ({ name, detail, action }: EntryProps) => (
  <li className={`${styles.entry} ${css.row}`} tabIndex={action ? undefined : -1}>
    <div>
      <span className={css.device}>{name}</span>
      <span className={styles.help}>{detail}</span>
    </div>
    {action && (
      <Button variant="quiet" aria-label={action.label} onPress={action.onPress}>
        {action.word}
      </Button>
    )}
  </li>
)
