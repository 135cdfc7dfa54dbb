import { hasSingleKeys, useGo } from '@multiball/shared/ui'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { listSections, type NavigationEntry } from '../remotes/listSections'

export interface GoKey extends Pick<NavigationEntry, 'label' | 'path'> {
  /** pressed after g */
  letter: string
}

const home = { label: 'Home', path: '/' }

/** A letter for each section: the first of its name that no section before it has, where its initial is no other's first. */
export function goKeys(sections: readonly Pick<NavigationEntry, 'label' | 'path'>[]): GoKey[] {
  const taken = new Map<string, string>()
  const all = [home, ...sections]
  const take = (path: string, letters: string) => {
    const letter = [...letters].find((one) => !taken.has(one))
    if (letter !== undefined && ![...taken.values()].includes(path)) taken.set(letter, path)
  }
  const lettersOf = (label: string) => label.toLowerCase().replace(/[^a-z]/g, '')
  for (const { label, path } of all) take(path, lettersOf(label).slice(0, 1))
  for (const { label, path } of all) take(path, lettersOf(label))
  return all.flatMap(({ label, path }) => {
    const letter = [...taken].find(([, other]) => other === path)?.[0]
    return letter === undefined ? [] : [{ label, path, letter }]
  })
}

/** Whose keyboards have ⌘ where others have Ctrl. */
export const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)

/** Where a letter is text, or chooses among options. */
const takesLetters =
  'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable], [role=listbox], [role=menu], [role=combobox], [role=textbox]'
const isTyping = ({ target }: Event) => target instanceof Element && target.closest(takesLetters) !== null
const isAsking = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** ms in which the second letter has to follow g */
const togetherMs = 1_500

interface Handlers {
  /** a dialog was asked for, which may not be there yet */
  isAskedFor: boolean
  /** a letter is typed before that dialog is there */
  onType(letter: string): void
  onJump(): void
  onKeys(): void
  /** a key that may become Ctrl K is down */
  onPrepare(): void
}

/** The keys of the whole dashboard: Ctrl or Cmd K anywhere, ? and g with a letter where nothing is typed and no dialog asks. */
export function useKeys(handlers: Handlers): void {
  const go = useGo()
  const latest = useRef({ ...handlers, go })
  useEffect(() => {
    latest.current = { ...handlers, go }
  })

  // Keys work as soon as the page is seen.
  useLayoutEffect(() => {
    let goingSince = Number.NEGATIVE_INFINITY
    const isLetter = (event: KeyboardEvent) =>
      !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event) || isAsking()) &&
      hasSingleKeys()
    // Before the page's own keys: after g a letter is none of them.
    const pressSecond = (event: KeyboardEvent) => {
      if (event.timeStamp - goingSince >= togetherMs || latest.current.isAskedFor || !isLetter(event)) return
      const place = goKeys(listSections()).find(({ letter }) => letter === event.key)
      if (!place) return
      goingSince = Number.NEGATIVE_INFINITY
      event.preventDefault()
      latest.current.go(place.path)
    }
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, timeStamp } = event
      if (key === 'Control' || key === 'Meta') return latest.current.onPrepare()
      if ((ctrlKey || metaKey) && !altKey && !event.shiftKey && key.toLowerCase() === 'k') {
        // Browsers have a search of their own there.
        event.preventDefault()
        return latest.current.onJump()
      }
      if (latest.current.isAskedFor && !isAsking() && !ctrlKey && !metaKey && !altKey) {
        // It is meant for the dialog, not for the field or button that still has the focus.
        if (key.length === 1 || key === 'Enter') event.preventDefault()
        if (key.length === 1) latest.current.onType(key)
        return
      }
      goingSince = Number.NEGATIVE_INFINITY
      if (!isLetter(event)) return
      if (key === '?') return latest.current.onKeys()
      if (key === 'g') goingSince = timeStamp
    }
    window.addEventListener('keydown', pressSecond, true)
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', pressSecond, true)
      window.removeEventListener('keydown', press)
    }
  }, [])
}
