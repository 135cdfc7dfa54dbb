import type { DisplayProps } from '@multiball/shared/boards'
import * as v from 'valibot'
import { settings } from '../settings'
import css from './EventboardsDisplay.module.css'

/** A eventboard, alone on a screen or in a cell of a grid. It stands on a stage of the owner's background. */
export function EventboardsDisplay({ bootstrap, layout }: DisplayProps<'eventboard'>) {
  const { text, display_title } = v.parse(settings, bootstrap.settings)
  return (
    <article className={layout === 'screen' ? css.screen : css.cell}>
      {display_title && <h2 className={css.title}>{bootstrap.title}</h2>}
      <p className={css.text}>{text}</p>
    </article>
  )
}
