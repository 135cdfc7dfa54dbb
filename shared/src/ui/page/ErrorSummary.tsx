import { useEffect, useRef } from 'react'
import { Icon } from '../marks/Icon'
import css from './ErrorSummary.module.css'

export interface ErrorSummaryProps {
  /** `field` is the name of the field that is wrong */
  errors: readonly { field: string; message: string }[]
  /** counts the refused attempts: the summary takes the focus with each new one */
  attempt?: number
}

/** All that is wrong with a form, at its top, each a link to its field. */
export function ErrorSummary({ errors, attempt = 0 }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)
  // Only an attempt moves the focus, never an error that comes or goes while typing.
  useEffect(() => summary.current?.focus(), [attempt])

  if (errors.length === 0) return null
  return (
    <div ref={summary} className={css.summary} role="alert" tabIndex={-1}>
      <Icon name="alert" size={18} />
      <div>
        <h2>{errors.length === 1 ? 'One thing needs fixing' : `${errors.length} things need fixing`}</h2>
        <ul>
          {errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <button type="button" onClick={() => focusField(field)}>
                {message}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

// A button that can do nothing now takes no focus.
const focusable = 'input:not([type=hidden], [tabindex="-1"]), button:not(:disabled), textarea, a[href], [tabindex="0"]'

/** Moves the focus into the field of this name, wherever in the page it stands: to what is wrong in it, else to its beginning. */
export function focusField(name: string): void {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')]
  const controls = [
    ...(fields.find((field) => field.dataset.field === name)?.querySelectorAll<HTMLElement>(focusable) ?? []),
  ]
  const wrong = controls.find((control) => control.getAttribute('aria-invalid') === 'true')
  ;(wrong ?? controls[0])?.focus()
}
