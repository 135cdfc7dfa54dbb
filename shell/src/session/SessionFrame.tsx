import { Logo } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import { Artwork } from './Artwork'
import css from './SessionFrame.module.css'

/** The page around everything that is done without being signed in. */
export const SessionFrame = ({ children }: { children: ReactNode }) => (
  <div className={css.screen}>
    <main className={css.side}>
      <Logo />
      <div className={css.form}>{children}</div>
    </main>
    <Artwork />
  </div>
)
