import { useContext, useEffect, useRef } from 'react'
import { ComboBoxStateContext, Input } from 'react-aria-components/ComboBox'
import field from './field.module.css'

/** Runs this when the browser has painted what is on its way to the screen. */
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run))

/**
 * The input of a combo box. Focus opens the box once; a click opens it again. Building the options takes a slow phone
 * a fifth of a second, so that first the focus shows; who has gone on by then, or opened it by typing, meets no list.
 */
export function OpeningInput({ placeholder }: { placeholder: string | undefined }) {
  const box = useContext(ComboBoxStateContext)
  const { isFocused = false, isOpen = false } = box ?? {}
  const latest = useRef(box)
  const isDue = useRef(false)
  useEffect(() => {
    latest.current = box
  })
  const openSoon = () => {
    isDue.current = true
    afterPaint(() => isDue.current && latest.current?.open(null, 'manual'))
  }
  useEffect(() => {
    if (isFocused) openSoon()
    else isDue.current = false
  }, [isFocused])
  useEffect(() => {
    if (isOpen) isDue.current = false
    // It was still closed for the blur that came while it opened.
    if (isOpen && !isFocused) latest.current?.close()
  }, [isOpen, isFocused])
  return <Input className={field.input} placeholder={placeholder} onClick={() => !isOpen && openSoon()} />
}
