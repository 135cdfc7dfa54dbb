import { hasSingleKeys } from '@multiball/shared/ui'
import { useEffect, useEffectEvent } from 'react'

interface Acts {
  swap(): void
  next(): void
  back(): void
  hide(): void
  freeze(): void
  help(): void
}

const byKey: Readonly<Record<string, keyof Acts>> = {
  s: 'swap',
  n: 'next',
  b: 'back',
  h: 'hide',
  f: 'freeze',
  '?': 'help',
}

/** The keys of the panel, as they are listed. */
export const keyList = [
  { keys: '1–4', what: 'Type the name of a player' },
  { keys: 'S', what: 'Swap sides' },
  { keys: 'N', what: 'Next match' },
  { keys: 'B', what: 'Previous match' },
  { keys: 'H', what: 'Hide or show the overlay' },
  { keys: 'F', what: 'Freeze or unfreeze the scores' },
  { keys: 'Esc', what: 'Leave the field, so that keys work again' },
  { keys: '?', what: 'This list' },
] as const

const typable =
  'textarea, select, [contenteditable], [role="textbox"], [role="combobox"], input:not([type="radio"], [type="checkbox"])'

/** Single keys for a desk, wherever on the page; a letter that is typed is only a letter. None where single keys are switched off. */
export function useKeys(acts: Acts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event
    if (ctrlKey || metaKey || altKey || repeat || defaultPrevented) return
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return
    if (target instanceof HTMLElement && target.closest(typable)) return key === 'Escape' ? target.blur() : undefined
    if (!hasSingleKeys()) return
    if (/^[1-4]$/.test(key)) {
      const field = document.querySelector<HTMLInputElement>(`input[name="player${key}"]`)
      if (!field) return
      event.preventDefault()
      field.focus()
      return field.select()
    }
    const act = byKey[key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    acts[act]()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
