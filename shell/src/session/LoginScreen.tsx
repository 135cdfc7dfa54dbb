import { useState } from 'react'
import { screens, type LoginMode } from './modes'
import { SessionFrame } from './SessionFrame'

/** Everything that can be done without being signed in, one mode at a time. */
export function LoginScreen() {
  const [{ mode, sentence }, show] = useState<{ mode: LoginMode; sentence?: string }>({ mode: 'login' })
  const Screen = screens[mode]
  return (
    <SessionFrame>
      <Screen key={mode} go={(next, words) => show({ mode: next, sentence: words })} sentence={sentence} />
    </SessionFrame>
  )
}
