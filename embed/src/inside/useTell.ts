import { useEffect, useEffectEvent } from 'react'
import type { EmbedEvents, OnEvent } from '../contract'

/** Tells the page when something is news: another detail than the last one. */
export function useTell<Name extends keyof EmbedEvents>(onEvent: OnEvent, event: Name, detail: EmbedEvents[Name] | undefined): void {
  const text = detail === undefined ? undefined : JSON.stringify(detail)
  const tell = useEffectEvent(() => {
    if (detail !== undefined) onEvent(event, detail)
  })
  useEffect(() => {
    if (text !== undefined) tell()
  }, [text])
}
