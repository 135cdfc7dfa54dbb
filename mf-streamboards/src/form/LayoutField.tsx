import { useFormField } from '@multiball/shared/forms'
import { streamboardLayouts, type StreamboardConfig } from '@multiball/shared/schema'
import { styles } from '@multiball/shared/ui'
import { useId } from 'react'
import css from './LayoutField.module.css'
import { layoutNames } from './layoutNames'
import { LayoutThumbnail } from './LayoutThumbnail'

type Layout = StreamboardConfig['layout']

/** The layout as a field of the form. */
export function LayoutField({ players }: { players: readonly number[] }) {
  const { name, value, onChange, onBlur } = useFormField<Layout>('layout')
  return <LayoutChoices {...{ players, name, value, onChange, onBlur }} />
}

interface LayoutChoicesProps {
  /** of each machine */
  players: readonly number[]
  value: Layout
  onChange(layout: Layout): void
  name?: string
  onBlur?(): void
}

/** Where cameras and scores go, chosen by its drawing. Native radios: arrow keys move through them. */
export function LayoutChoices({ players, name, value, onChange, onBlur }: LayoutChoicesProps) {
  const group = useId()
  return (
    <fieldset className={`${styles.group} ${css.group}`} data-field={name}>
      <legend className={`${styles.legend} ${css.legend}`}>Layout</legend>
      <div className={css.choices}>
        {streamboardLayouts.map((layout) => (
          <label key={layout} className={`${styles.frame} ${css.choice}`} data-selected={layout === value || undefined}>
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
