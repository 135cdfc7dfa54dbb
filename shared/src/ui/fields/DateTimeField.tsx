import { useEffect, useId, useRef, useState, type ClipboardEvent } from 'react'
import { Icon } from '../marks/Icon'
import css from './DateTimeField.module.css'
import field from './field.module.css'
import { NativeHelp } from './NativeHelp'
import { instantOf, localTimeOf, pastedTime, type LocalTime } from './localTime'

export interface DateTimeFieldProps {
  label: string
  description?: string
  error?: string
  /** ISO 8601; null for none */
  value: string | null
  onChange(value: string | null): void
  /** told when the focus leaves both fields: while somebody types, what stands there is often not yet meant */
  onBlur?(): void
  name?: string
  isRequired?: boolean
  /** shows a button that empties it */
  canClear?: boolean
}

/** A moment, as date and time in the browser's zone; phones bring their own pickers. */
export function DateTimeField({
  label,
  description,
  error,
  value,
  onChange,
  onBlur,
  name,
  isRequired,
  canClear,
}: DateTimeFieldProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(() => localTimeOf(value))
  const told = useRef(value)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(localTimeOf(value))
  }, [value])

  const tell = (next: LocalTime) => {
    setTyped(next)
    told.current = instantOf(next)
    onChange(told.current)
  }
  // Browsers take little that is pasted into these fields, and each something else.
  const paste = (event: ClipboardEvent) => {
    const pasted = pastedTime(event.clipboardData.getData('text'))
    if (!pasted) return
    event.preventDefault()
    tell({ date: pasted.date, time: pasted.time || typed.time || '00:00' })
  }
  const inputProps = {
    onPaste: paste,
    'aria-invalid': error ? true : undefined,
    'aria-required': isRequired || undefined,
    'aria-describedby': error || description ? `${id}-help` : undefined,
  }
  return (
    <div
      ref={root}
      className={field.field}
      role="group"
      aria-labelledby={`${id}-label`}
      data-field={name}
      data-invalid={error ? true : undefined}
      onBlur={({ relatedTarget }) => {
        if (root.current?.contains(relatedTarget)) return
        // A date alone meant its first moment: say so.
        if (typed.date !== '' && typed.time === '') setTyped(localTimeOf(value))
        onBlur?.()
      }}
    >
      <span id={`${id}-label`} className={field.label}>
        {label}
        {isRequired && (
          <span className={field.required} aria-hidden="true">
            {' *'}
          </span>
        )}
      </span>
      <div className={css.parts}>
        <div className={`${field.control} ${css.date}`}>
          <input
            {...inputProps}
            className={field.input}
            type="date"
            aria-label={`${label} date`}
            max="9998-12-31"
            value={typed.date}
            onChange={({ target }) => tell({ date: target.value, time: typed.time || (target.value && '00:00') })}
          />
        </div>
        <div className={`${field.control} ${css.time}`}>
          <input
            {...inputProps}
            className={field.input}
            type="time"
            aria-label={`${label} time`}
            value={typed.time}
            onChange={({ target }) => tell({ date: typed.date, time: target.value })}
          />
        </div>
        {canClear && value !== null && (
          <button
            type="button"
            className={`${field.inside} ${css.clear}`}
            aria-label={`Clear ${label.toLowerCase()}`}
            onClick={() => {
              tell({ date: '', time: '' })
              root.current?.querySelector('input')?.focus()
            }}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <NativeHelp id={`${id}-help`} description={description} error={error} />
    </div>
  )
}
