import { useEffect } from 'react'

/** Keeps the screen from sleeping while the page is in view, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as Partial<Navigator>
    if (!wakeLock) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const isHeld = () => lock !== undefined && !lock.released
    // The browser takes the lock away with every hiding of the page.
    const hold = async () => {
      if (document.visibilityState !== 'visible' || isHeld()) return
      const given = await wakeLock.request('screen').catch(() => undefined)
      if (isOver || isHeld()) await given?.release()
      else lock = given
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
