import { Suspense } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { late } from '../late'
import { Spinner } from '../marks/Spinner'
import css from './ColorField.module.css'
import { TextField } from './TextField'

const ColorArea = late(async () => (await import('./ColorArea')).ColorArea)

export interface ColorFieldProps {
  label: string
  description?: string
  error?: string
  /** as typed: `#rgb` or `#rrggbb` when it is a colour */
  value: string
  onChange(value: string): void
  onBlur?(): void
  name?: string
}

const shape = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** A colour as text, with a swatch that opens a picker. */
export function ColorField({ value, onChange, label, ...rest }: ColorFieldProps) {
  const color = shape.test(value.trim()) ? value.trim() : undefined
  const swatch = (
    <DialogTrigger>
      <Button className={css.open} aria-label={`Choose ${label.toLowerCase()}`}>
        <svg className={css.swatch} viewBox="0 0 22 22" aria-hidden="true">
          {color ? <rect width="22" height="22" fill={color} /> : <path d="M0 22 22 0" stroke="currentColor" />}
        </svg>
      </Button>
      <Popover className={css.popover} placement="bottom start">
        <Dialog aria-label={label} className={css.dialog}>
          <Suspense fallback={<Spinner label="Loading" />}>
            <ColorArea value={color ?? '#000000'} onChange={onChange} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
  return (
    <TextField
      {...rest}
      label={label}
      value={value}
      onChange={onChange}
      isMono
      maxLength={7}
      autoCapitalize="none"
      before={swatch}
    />
  )
}
