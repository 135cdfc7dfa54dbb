import type { ReactNode } from 'react'
import { styles } from '../styles'
import css from './SaveBar.module.css'

export interface SaveBarProps {
  /** Cancel and the primary button, in this order */
  children: ReactNode
  /** how it stands, such as `Not saved yet` */
  note?: ReactNode
}

/** The buttons of a form, in sight wherever the page is scrolled to. The last thing of its page. */
export const SaveBar = ({ children, note }: SaveBarProps) => (
  <div className={`${styles.footBar} ${css.bar}`}>
    {note && <div className={css.note}>{note}</div>}
    {children}
  </div>
)
