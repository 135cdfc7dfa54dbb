import type { BoardType } from '@multiball/shared/schema'
import { lazy, Suspense, type ComponentType } from 'react'
import css from './Thumbnail.module.css'
import type { ThumbnailProps } from './ThumbnailDrawing'

// A viewer has this room and draws none; a list stands before its scores are there, and without a drawing that did not come.
const ThumbnailDrawing = lazy<ComponentType<ThumbnailProps<BoardType>>>(async () => ({
  default: await import('./ThumbnailDrawing').then(
    (module) => module.ThumbnailDrawing,
    () => () => null,
  ),
}))

/** A board in small, drawn from its last scores; unlit dots while there are none. */
export const Thumbnail = <Type extends BoardType>(props: ThumbnailProps<Type>) => (
  <svg className={css.thumbnail} viewBox="0 0 76 43" aria-hidden="true" focusable="false">
    <Suspense>
      <ThumbnailDrawing {...(props as unknown as ThumbnailProps<BoardType>)} />
    </Suspense>
  </svg>
)
