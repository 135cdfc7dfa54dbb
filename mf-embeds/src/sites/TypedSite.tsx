import { Button, TextField } from '@multiball/shared/ui'
import { useRef } from 'react'
import css from './sites.module.css'

interface TypedSiteProps {
  typed: string
  error: string | undefined
  onType(typed: string): void
  onAdd(): void
  onLeave(): void
}

/** The field that adds a site: by its button, by Enter, and by saving. */
export function TypedSite({ typed, error, onType, onAdd, onLeave }: TypedSiteProps) {
  const field = useRef<HTMLInputElement>(null)
  const add = () => {
    onAdd()
    field.current?.focus()
  }
  return (
    <div
      className={css.row}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== field.current || typed.trim() === '') return
        // Enter would save the form.
        event.preventDefault()
        onAdd()
      }}
    >
      <TextField
        ref={field}
        name="typed"
        label="Add a site"
        description="https://example.com, or https://*.example.com for all its subdomains. http only for localhost and private addresses."
        placeholder="https://example.com"
        isMono
        autoComplete="off"
        autoCapitalize="none"
        maxLength={512}
        value={typed}
        error={error}
        onChange={onType}
        onBlur={onLeave}
      />
      <div className={css.button}>
        <Button icon="plus" onPress={add}>
          Add
        </Button>
      </div>
    </div>
  )
}
