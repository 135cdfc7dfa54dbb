import type { ReactNode } from 'react'
import css from './Card.module.css'

/** A bordered surface. Cards are not put into cards. */
export const Card = ({ children }: { children: ReactNode }) => <div className={css.card}>{children}</div>
