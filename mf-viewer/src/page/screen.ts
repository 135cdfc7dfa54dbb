import { useCallback, useEffect, useState, type RefObject } from 'react'

/* What a page that fills a screen asks of the browser. */

/** Names the page after the board while it is shown. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (!title) return
    const before = document.title
    document.title = `${title} – Multiball`
    return () => {
      document.title = before
    }
  }, [title])
}

/** Whether somebody has moved the pointer, tapped or pressed a key: a TV on a wall has nobody. */
export function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    if (isTouched) return
    // Browsers tell of a pointer that rests, too, when what is below it changes.
    const moved = (event: Event) => {
      const { movementX = 0, movementY = 0 } = event as PointerEvent
      if (event.type !== 'pointermove' || movementX !== 0 || movementY !== 0) setTouched(true)
    }
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) document.addEventListener(event, moved)
    return () => {
      for (const event of events) document.removeEventListener(event, moved)
    }
  }, [isTouched])
  return isTouched
}

/** Double click and the key F fill the screen with the element, and leave it again; so does what it answers. */
export function useFullScreen(element: RefObject<HTMLElement | null>): () => void {
  // Refused where a partner's page does not allow it: the board goes on in its frame.
  const toggle = useCallback(
    () =>
      void (document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen?.())?.catch(
        () => {},
      ),
    [element],
  )
  useEffect(() => {
    const frame = element.current
    if (!frame) return
    const onKey = ({ key, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) => {
      if (key.toLowerCase() === 'f' && !ctrlKey && !metaKey && !altKey && !repeat) toggle()
    }
    frame.addEventListener('dblclick', toggle)
    document.addEventListener('keydown', onKey)
    return () => {
      frame.removeEventListener('dblclick', toggle)
      document.removeEventListener('keydown', onKey)
    }
  }, [element, toggle])
  return toggle
}

const stillAfterMs = 3000

/** Marks the element with `data-still` while the pointer rests, so that no arrow hangs over the scores. */
export function useStillCursor(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = element.current
    if (!frame) return
    let timer: ReturnType<typeof setTimeout>
    const moved = () => {
      frame.removeAttribute('data-still')
      clearTimeout(timer)
      timer = setTimeout(() => frame.setAttribute('data-still', ''), stillAfterMs)
    }
    moved()
    frame.addEventListener('pointermove', moved)
    frame.addEventListener('pointerdown', moved)
    return () => {
      clearTimeout(timer)
      frame.removeEventListener('pointermove', moved)
      frame.removeEventListener('pointerdown', moved)
    }
  }, [element])
}

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
