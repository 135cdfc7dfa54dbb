import { useEffect, useRef } from 'react'
import type { Item } from './items'

type Target = 'picker' | 'up' | 'down' | 'delete'

/** Where the focus goes when the wanted button is gone or can do no more. */
const instead: Record<Target, Target[]> = { picker: [], up: ['down', 'delete'], down: ['up', 'delete'], delete: [] }

const selectorOf = (target: Target) => (target === 'picker' ? 'input' : `[data-button="${target}"] button:not(:disabled)`)

/** Keeps the focus with what was just moved, deleted or added, once the list shows it. */
export function useItemFocus(items: readonly Item[]) {
  const list = useRef<HTMLDivElement>(null)
  const wanted = useRef<() => void>(undefined)

  useEffect(() => {
    wanted.current?.()
    wanted.current = undefined
  }, [items])

  /** No item: none is left, and the focus goes to Add Item. */
  const focusItem = (item: Item | undefined, target: Target) => {
    wanted.current = () => {
      const row = item && list.current?.querySelector(`[data-item="${item.order}"]`)
      const found = row && [target, ...instead[target]].map((one) => row.querySelector<HTMLElement>(selectorOf(one))).find((element) => element !== null)
      ;(found ?? list.current?.querySelector<HTMLElement>('[data-add] button'))?.focus()
    }
  }
  return { list, focusItem }
}
