import { useId } from 'react'
import type { ReactNode } from 'react'
import { styles } from '../styles'
import css from './RadioCards.module.css'

export interface RadioCard<Value extends string> {
  value: Value
  label: string
  description?: string
  /** fields that belong to this choice; there while it is chosen */
  content?: ReactNode
}

export interface RadioCardsProps<Value extends string> {
  label: string
  options: readonly RadioCard<Value>[]
  value: Value
  onChange(value: Value): void
  onBlur?(): void
  name?: string
}

/** One of a few that bring fields of their own. Native radios: arrow keys in those fields stay theirs. */
export function RadioCards<Value extends string>({
  label,
  options,
  value,
  onChange,
  onBlur,
  name,
}: RadioCardsProps<Value>) {
  const group = useId()
  return (
    <fieldset className={styles.group} data-field={name}>
      <legend className={styles.legend}>{label}</legend>
      <div className={css.cards}>
        {options.map((option) => (
          <div key={option.value} className={css.card} data-selected={option.value === value || undefined}>
            <label className={styles.choice}>
              <input
                className={styles.mark}
                type="radio"
                name={group}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
                onBlur={onBlur}
                aria-labelledby={`${group}-${option.value}`}
                aria-describedby={option.description && `${group}-${option.value}-more`}
              />
              <span className={styles.rowNames}>
                <span id={`${group}-${option.value}`} className={css.name}>
                  {option.label}
                </span>
                {option.description && (
                  <span id={`${group}-${option.value}-more`} className={styles.help}>
                    {option.description}
                  </span>
                )}
              </span>
            </label>
            {option.value === value && option.content && <div className={css.content}>{option.content}</div>}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
