import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { readPreviewEvent } from './previewMessages'
import type { PreviewCommand, PreviewEvent } from './previewMessages'

/**
 * Keeps the page of the preview at what is chosen.
 * @returns the iframe's ref, and what to say where the board does not come
 */
export function usePreview(command: PreviewCommand): { frame: RefObject<HTMLIFrameElement | null>; trouble: string | undefined } {
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
  if (event.event === 'preview-failed') return 'The embed script did not load. Whoever runs this Multiball publishes it with “npm run build”.'
  if (event.event !== 'error') return undefined
  return event.detail.code === 'BOARD_NOT_FOUND' ? 'What sites that aren’t allowed will show' : `The board did not load (${event.detail.code}). Pages show this instead, and try again by themselves.`
}
