import { useEffect, useRef, useState } from 'react'

export interface Option {
  id: string | number
  label: string
  /** a second, quieter text */
  detail?: string
}

export type OptionsState =
  { type: 'loading'; options: Option[] } | { type: 'ready'; options: Option[] } | { type: 'failed'; options: Option[] }

export type LoadOptions = (text: string, signal: AbortSignal) => Promise<Option[]>

/** True when every word of the text stands in what is said of the option. */
function fits(text: string, { label, detail }: Option): boolean {
  const words = `${label} ${detail ?? ''}`.toLocaleLowerCase()
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

/**
 * The options for a search text, asked for while `isOpen`: the empty text at once, typed text after `debounceMs`
 * without another key. An answer that came too late is dropped. Until the next answer stays what fits the text of all
 * that was found before: Enter must not take what nobody asked for.
 */
export function useOptions(load: LoadOptions, text: string, isOpen: boolean, debounceMs: number): OptionsState {
  const [state, setState] = useState<OptionsState & { text: string }>({ type: 'loading', options: [], text })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })

  useEffect(() => {
    if (!isOpen) return
    const controller = new AbortController()
    setState(({ options }) => ({ type: 'loading', options, text }))
    const ask = () => {
      latest.current(text, controller.signal).then(
        (options) => !controller.signal.aborted && setState({ type: 'ready', options, text }),
        () => !controller.signal.aborted && setState({ type: 'failed', options: [], text }),
      )
    }
    const timer = text ? setTimeout(ask, debounceMs) : void ask()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, isOpen, debounceMs])

  const isSettled = state.text === text && state.type !== 'loading'
  return isSettled || !isOpen
    ? state
    : { type: 'loading', options: state.options.filter((option) => fits(text, option)) }
}
