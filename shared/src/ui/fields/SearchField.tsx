import { Button, Input, SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import { Icon } from '../marks/Icon'
import css from './field.module.css'

export interface SearchFieldProps {
  /** the accessible name; shown as the placeholder unless that is given */
  label: string
  value: string
  onChange(value: string): void
  placeholder?: string
}

/** Text that filters what is below it. Escape empties it. */
export function SearchField({ label, value, onChange, placeholder = label }: SearchFieldProps) {
  return (
    <AriaSearchField className={css.field} aria-label={label} value={value} onChange={onChange}>
      <div className={`${css.control} ${css.filter}`}>
        <span className={css.leading}>
          <Icon name="search" />
        </span>
        <Input className={css.input} placeholder={placeholder} />
        {value && (
          <Button className={css.inside}>
            <Icon name="close" />
          </Button>
        )}
      </div>
    </AriaSearchField>
  )
}
