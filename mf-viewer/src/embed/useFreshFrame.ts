import { newerRev } from '@multiball/shared/remotes'
import { useStore } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { keepFresh } from '../kiosk/keepFresh'
import { isPageIdle } from '../kiosk/useFreshPage'

/** Loads a frame anew when remotes were published or taken back and nobody plays. It keeps nothing, so that it may do so again. */
export function useFreshFrame(reload: () => void): void {
  const store = useStore()
  const goAnew = useEffectEvent(() => reload())
  useEffect(
    () =>
      keepFresh({
        setTimeout: (run, ms) => setTimeout(run, ms),
        clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
        now: () => performance.now(),
        hour: () => new Date().getHours(),
        random: () => Math.random(),
        newerRev,
        isIdle: () => isPageIdle(store),
        triedRev: { read: () => undefined, write: () => {} },
        reload: () => goAnew(),
      }),
    [store],
  )
}
