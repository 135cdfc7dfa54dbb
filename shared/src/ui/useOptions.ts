import { useEffect, useRef, useState } from 'react'

export interface Option {
  id: string | number
  label: string
  /** a second, quieter text */
  detail?: string
}

export type OptionsState = { type: 'loading'; options: Option[] } | { type: 'ready'; options: Option[] } | { type: 'failed'; options: Option[] }

export type LoadOptions = (text: string, signal: AbortSignal) => Promise<Option[]>

/**
 * The options for a search text, asked for while `isOpen`: the empty text at once, typed text after `debounceMs`
 * without another key. An answer that came too late is dropped; what was found before stays until the next answer.
 */
export function useOptions(load: LoadOptions, text: string, isOpen: boolean, debounceMs: number): OptionsState {
  const [state, setState] = useState<OptionsState>({ type: 'loading', options: [] })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })

  useEffect(() => {
    if (!isOpen) return
    const controller = new AbortController()
    setState(({ options }) => ({ type: 'loading', options }))
    const ask = () => {
      latest.current(text, controller.signal).then(
        (options) => !controller.signal.aborted && setState({ type: 'ready', options }),
        () => !controller.signal.aborted && setState({ type: 'failed', options: [] }),
      )
    }
    const timer = text ? setTimeout(ask, debounceMs) : void ask()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, isOpen, debounceMs])

  return state
}
