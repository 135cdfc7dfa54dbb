import { useEffect } from 'react'

/** Names the frame's document, which screen readers say where the partner's page names the frame in no other way. */
export function useFrameTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}
