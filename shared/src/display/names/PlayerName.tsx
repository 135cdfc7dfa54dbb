import { useLayoutEffect, useRef, useState } from 'react'
import { Spoken } from '../Spoken'
import { useLettersOf } from './letters'
import { nameFace } from './nameFace'
import { nameForms } from './nameForms'
import css from './PlayerName.module.css'

interface PlayerNameProps {
  name: string
  /** that the player chose, for where there is room for no more */
  initials?: string
  className?: string
  /** words that are no name: cut where there is no room, never made shorter as a name is */
  isWhole?: boolean
}

/**
 * A name on one line, in a face that has all of its letters: whole, or as much of it as there is room for. What is read out is
 * always the whole name.
 */
export function PlayerName({ name, initials, className, isWhole = false }: PlayerNameProps) {
  const forms = nameForms(name, initials).slice(0, isWhole ? 1 : undefined)
  const [full = ''] = forms
  const box = useRef<HTMLSpanElement>(null)
  const shown = forms[useFitting(box, forms.join('\n'))] ?? full
  const face = nameFace(full) === 'wide' ? css.wide : undefined
  useLettersOf(full)
  return (
    <span ref={box} className={`${css.name} ${className ?? ''}`} dir="auto">
      <span className={face} aria-hidden={shown === full ? undefined : true}>
        {shown}
      </span>
      {shown !== full && <Spoken>{full}</Spoken>}
      {/* Last: what stands beside a name is aligned with its first line. */}
      {forms.length > 1 && (
        <span className={face ? `${css.forms} ${face}` : css.forms} aria-hidden="true">
          {forms.map((form) => (
            <i key={form} data-form={form} />
          ))}
        </span>
      )}
    </span>
  )
}

/** px; whole ones would let a name end in an ellipsis that lacks a third of one */
const widthOf = (element: HTMLElement) => element.getBoundingClientRect().width

/** px by which the same text may measure otherwise */
const tolerance = 0.05

/** Which of a name's forms fits its box. Measured when the box, the name or its font changes: a score that counts costs nothing. */
function useFitting(box: { current: HTMLElement | null }, forms: string): number {
  const [at, setAt] = useState(0)
  useLayoutEffect(() => {
    const rulers = [...(box.current?.querySelectorAll<HTMLElement>('[data-form]') ?? [])]
    if (!box.current || rulers.length === 0) return setAt(0)
    const measure = () => {
      const room = box.current ? widthOf(box.current) : 0
      const fitting = room > 0 ? rulers.findIndex((ruler) => widthOf(ruler) <= room + tolerance) : 0
      setAt(fitting === -1 ? rulers.length - 1 : fitting)
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    // The whole name's own width changes when its font arrives.
    for (const element of [box.current, rulers[0]!]) observer.observe(element)
    return () => observer.disconnect()
  }, [box, forms])
  return at
}
