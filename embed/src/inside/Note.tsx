import { CellNote } from '@multiball/shared/boards'
import { Stage } from '@multiball/shared/display'

/** A sentence where the board would be. */
export const Note = ({ text }: { text: string }) => (
  <Stage background="#000">
    <CellNote text={text} layout="screen" />
  </Stage>
)
