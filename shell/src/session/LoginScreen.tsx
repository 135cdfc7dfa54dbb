import { Logo } from '@multiball/shared/ui'
import { useState } from 'react'
import { Artwork } from './Artwork'
import css from './LoginScreen.module.css'
import { screens, type LoginMode } from './modes'

/** Everything that can be done without being signed in, one mode at a time. */
export function LoginScreen() {
  const [mode, setMode] = useState<LoginMode>('login')
  const Screen = screens[mode]
  return (
    <div className={css.screen}>
      <main className={css.side}>
        <Logo />
        <div className={css.form}>
          <Screen go={setMode} />
        </div>
      </main>
      <Artwork />
    </div>
  )
}
