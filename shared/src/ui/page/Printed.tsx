import type { ReactNode } from 'react'
import css from './Printed.module.css'

/** What comes out of the printer: of a page that has it, nothing else does. */
export const Printed = ({ children }: { children: ReactNode }) => <div className={css.printed}>{children}</div>
