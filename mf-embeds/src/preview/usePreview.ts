import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { readPreviewEvent } from './previewMessages'
import type { PreviewCommand, PreviewEvent } from './previewMessages'

/**
 * Keeps the page of the preview at what is chosen.
 * @returns the iframe's ref, and why the board does not come: the code of its mb-error, or NO_SCRIPT where not even the element's script did
 */
export function usePreview(command: PreviewCommand): {
  frame: RefObject<HTMLIFrameElement | null>
  trouble: string | undefined
} {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isListening, setListening] = useState(false)
  const [event, setEvent] = useState<PreviewEvent>()
  const said = JSON.stringify(command)

  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return
      const event = readPreviewEvent(data)
      if (!event) return
      if (event.event === 'preview-ready') setListening(true)
      // A script that is not there will not come with another setting.
      else setEvent((before) => (before?.event === 'preview-failed' ? before : event))
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])

  useEffect(() => {
    if (!isListening) return
    frame.current?.contentWindow?.postMessage(JSON.parse(said), location.origin)
  }, [isListening, said])

  return { frame, trouble: event && troubleOf(event) }
}

function troubleOf(event: PreviewEvent): string | undefined {
  if (event.event === 'preview-failed') return 'NO_SCRIPT'
  return event.event === 'error' ? event.detail.code : undefined
}
