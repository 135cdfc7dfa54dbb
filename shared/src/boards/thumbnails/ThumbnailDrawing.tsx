import type { BoardOf } from '@multiball/shared/api'
import { isBuiltInType, type BoardType, type ScoresOf } from '@multiball/shared/schema'
import { DisplayBoundary } from '../DisplayBoundary'
import { useDisplay } from '../useDisplay'
import { ThumbnailFace } from './ThumbnailFace'
import { thumbnailFaces } from './thumbnailFaces'
import { ThumbnailGrid } from './ThumbnailGrid'

export interface ThumbnailProps<Type extends BoardType> {
  type: Type
  scores: ScoresOf<Type> | undefined
  /** of a type from a remote, whose display draws it */
  board?: BoardOf<Type>
}

/** What is in a thumbnail's frame. */
export const ThumbnailDrawing = ({ type, scores, board }: ThumbnailProps<BoardType>) =>
  board && !isBuiltInType(type) ? (
    <OwnFace type={type} scores={scores} board={board} />
  ) : (
    <Faces type={type} scores={scores} />
  )

function Faces({ type, scores }: Omit<ThumbnailProps<BoardType>, 'board'>) {
  const faces = thumbnailFaces(type, scores)
  const [only] = faces
  return faces.length === 1 && only ? <ThumbnailFace face={only} /> : <ThumbnailGrid faces={faces} />
}

const neutral = <ThumbnailFace face={{ type: 'nothing' }} />

/** As the type's display draws it; neutral until that is there, and where it draws none or throws. */
function OwnFace({ type, scores, board }: { type: BoardType; scores: ScoresOf | undefined; board: BoardOf }) {
  const display = useDisplay(type)
  const Face = display.type === 'ready' ? display.display.Thumbnail : undefined
  if (!Face) return neutral
  return (
    <DisplayBoundary type={type} state={scores} fallback={() => neutral}>
      <Face board={board} scores={scores} />
    </DisplayBoundary>
  )
}
