import { useFormField } from '@multiball/shared/forms'
import { streamboardLayouts, type StreamboardConfig } from '@multiball/shared/schema'
import { styles } from '@multiball/shared/ui'
import { useId } from 'react'
import css from './LayoutField.module.css'
import { layoutNames } from './layoutNames'
import { LayoutThumbnail } from './LayoutThumbnail'

/** Where cameras and scores go, chosen by its drawing. Native radios: arrow keys move through them. */
export function LayoutField({ players }: { players: readonly number[] }) {
  const group = useId()
  const { name, value, onChange, onBlur } = useFormField<StreamboardConfig['layout']>('layout')
  return (
    <fieldset className={`${styles.group} ${css.group}`} data-field={name}>
      <legend className={`${styles.legend} ${css.legend}`}>Layout</legend>
      <div className={css.choices}>
        {streamboardLayouts.map((layout) => (
          <label key={layout} className={css.choice} data-selected={layout === value || undefined}>
            <LayoutThumbnail layout={layout} players={players.join()} />
            <span className={css.words}>
              <input
                className={`${styles.mark} ${css.radio}`}
                type="radio"
                name={group}
                value={layout}
                checked={layout === value}
                onChange={() => onChange(layout)}
                onBlur={onBlur}
              />
              <span>{layoutNames[layout]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
