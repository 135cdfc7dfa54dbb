import { gridShape } from '../gridShape'
import { amber, gold, ink, playerColor, stripColor } from './ThumbnailFace'
import type { Face } from './thumbnailFaces'

const margin = 2
const gap = 1.2

interface Bar {
  color: string
  /** 0-1 of the cell's width */
  share: number
}

/** Digits, not the score itself, make a bar's length: scores differ by powers of ten. */
const shareOf = (score: number | string) => Math.min(1, 0.25 + 0.06 * String(score).length)

function barsOf(face: Face): Bar[] {
  switch (face.type) {
    case 'game':
      return face.game.scores.map(({ position, score }) => ({
        color: playerColor(face.game, position),
        share: shareOf(score),
      }))
    case 'list':
      return face.rows.slice(0, 5).map(({ score }, row) => ({ color: row === 0 ? gold : ink, share: shareOf(score) }))
    case 'nothing':
      return []
  }
}

/** The boards of a grid, each too small for numbers: a strip for what is going on, a bar for each score. */
export function ThumbnailGrid({ faces }: { faces: readonly Face[] }) {
  const { rows, boards } = gridShape(faces.length, 'wide')
  const height = (43 - 2 * margin - gap * (rows - 1)) / rows
  const places = boards.flatMap((inRow, row) => {
    const width = (76 - 2 * margin - gap * (inRow - 1)) / inRow
    return Array.from({ length: inRow }, (_, column) => ({
      width,
      x: margin + column * (width + gap),
      y: margin + row * (height + gap),
    }))
  })
  return faces.map((face, at) => (
    <svg
      key={at}
      x={places[at]!.x}
      y={places[at]!.y}
      width={places[at]!.width}
      height={height}
      viewBox="0 0 40 24"
      preserveAspectRatio="none"
    >
      <rect width={40} height={24} rx={2} fill="#1c1814" />
      {face.type !== 'list' && (
        <rect
          x={3}
          y={2.5}
          width={34}
          height={4}
          fill={face.type === 'game' ? stripColor(face.game) : amber}
          opacity={face.type === 'game' ? 0.9 : 0.3}
        />
      )}
      <Bars bars={barsOf(face)} top={face.type === 'list' ? 2 : 8} />
    </svg>
  ))
}

function Bars({ bars, top }: { bars: readonly Bar[]; top: number }) {
  const step = (22 - top) / Math.max(3, bars.length)
  return bars.map(({ color, share }, row) => (
    <rect
      key={row}
      x={37 - 34 * share}
      y={top + step * (row + 0.2)}
      width={34 * share}
      height={step * 0.62}
      fill={color}
      opacity={color === ink ? 0.75 : 1}
    />
  ))
}
