import { useLocation, useNavigate } from '@multiball/shared/routing'
import { useState } from 'react'
import { readPlace, screens, type Place } from './modes'
import { SessionFrame } from './SessionFrame'
import { createTyped, TypedContext } from './typed'

/**
 * Everything that can be done without being signed in, one mode at a time. Each mode is an entry of the browser's history, on
 * whatever path the screen stands.
 */
export function LoginScreen() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [typed] = useState(createTyped)
  const { mode, sentence } = readPlace(state)
  const Screen = screens[mode]
  return (
    <SessionFrame>
      <TypedContext value={typed}>
        <Screen
          key={mode}
          go={(next, words) => void navigate({ pathname, search }, { state: { mode: next, sentence: words } satisfies Place })}
          sentence={sentence}
        />
      </TypedContext>
    </SessionFrame>
  )
}
