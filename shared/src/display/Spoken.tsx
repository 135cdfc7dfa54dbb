import css from './Spoken.module.css'

/** Said by assistive technology, not drawn: the wall draws it in its own way, or not at all. */
export const Spoken = ({ as: Element = 'span', children }: { as?: 'span' | 'h1' | 'h2'; children: string }) => (
  <Element className={css.spoken}>{children}</Element>
)
