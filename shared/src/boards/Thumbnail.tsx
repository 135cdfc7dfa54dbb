import type { ScoresOf, BoardType } from '@multiball/shared/schema'
import css from './Thumbnail.module.css'
import { thumbnailFaces } from './thumbnailFaces'
import { ThumbnailFace } from './ThumbnailFace'
import { ThumbnailGrid } from './ThumbnailGrid'

interface ThumbnailProps<Type extends BoardType> {
  type: Type
  scores: ScoresOf<Type> | undefined
}

/** A board in small, drawn from its last scores; unlit dots while there are none. */
export function Thumbnail<Type extends BoardType>({ type, scores }: ThumbnailProps<Type>) {
  const faces = thumbnailFaces(type, scores)
  const [only] = faces
  return (
    <svg className={css.thumbnail} viewBox="0 0 76 43" aria-hidden="true" focusable="false">
      {faces.length === 1 && only ? <ThumbnailFace face={only} /> : <ThumbnailGrid faces={faces} />}
    </svg>
  )
}
