import { useEffect, type RefObject } from 'react'

/** Double click and the key F fill the screen with the element, and leave it again. */
export function useFullScreen(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = element.current
    if (!frame) return
    // Refused where a partner's page does not allow it: the board goes on in its frame.
    const toggle = () => void (document.fullscreenElement ? document.exitFullscreen() : frame.requestFullscreen?.())?.catch(() => {})
    const onKey = ({ key, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) => {
      if (key.toLowerCase() === 'f' && !ctrlKey && !metaKey && !altKey && !repeat) toggle()
    }
    frame.addEventListener('dblclick', toggle)
    document.addEventListener('keydown', onKey)
    return () => {
      frame.removeEventListener('dblclick', toggle)
      document.removeEventListener('keydown', onKey)
    }
  }, [element])
}
