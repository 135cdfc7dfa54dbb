import { useEffect, useRef } from 'react'
import type { Screen } from './screens'

type Target = 'content' | 'up' | 'down' | 'delete'

/** Where the focus goes when the wanted button is gone or can do no more. */
const instead: Record<Target, Target[]> = { content: [], up: ['down', 'content'], down: ['up', 'content'], delete: ['content'] }

const selectorOf = (target: Target) => (target === 'content' ? '[data-content] button, [data-content] input:not([hidden])' : `[data-button="${target}"] button:not(:disabled)`)

/** Keeps the focus with what was just moved, deleted or added, once the list shows it. */
export function useScreenFocus(screens: readonly Screen[]) {
  const list = useRef<HTMLDivElement>(null)
  const wanted = useRef<() => void>(undefined)

  useEffect(() => {
    wanted.current?.()
    wanted.current = undefined
  }, [screens])

  const focusScreen = (screen: Screen | undefined, target: Target) => {
    wanted.current = () => {
      const row = screen && list.current?.querySelector(`[data-screen="${screen.order}"]`)
      if (!row) return
      for (const one of [target, ...instead[target]]) {
        const found = row.querySelector<HTMLElement>(selectorOf(one))
        if (found) return found.focus()
      }
    }
  }
  return { list, focusScreen }
}
