import type { Cell, Heading, HeadingPart, Panel, PlayerStyle } from './arrangement'
import { cut, cutEqually, type Box } from './boxes'

/** What stands together: players of one machine, and what is said of the machine. */
export interface Group {
  station: number
  /** which of the station's players, from 0 */
  players: readonly number[]
  style: PlayerStyle
  parts: readonly HeadingPart[]
  isMirrored: boolean
}

interface Room {
  box: Box
  /** players below each other, or side by side */
  flow: 'column' | 'row'
  /** what the heading takes of the box; without it what it needs */
  headingShare?: number
  /** see Canvas */
  unit: number
}

const headingUnits = { line: 40, lines: 82 }
/** Below the last row of a column. */
const footUnits = 4
const plateShare = 0.3
/** Two lines need so much; a wide box has room for everything on one. */
const twoLinesUnits = 70
const wideUnits = 600
const highUnits = 200
const narrowestCellUnits = 190

/** A heading and the players of one machine in a box. */
export function placeGroup({ box, flow, headingShare, unit }: Room, group: Group): Omit<Panel, 'box'> {
  const { station, players, style, parts, isMirrored } = group
  const heading = (at: Box, form: Heading['form']): Heading => ({ box: at, station, parts, form, isMirrored })
  const cells = (boxes: readonly Box[]): Cell[] =>
    players.map((player, at) => ({
      box: boxes[at]!,
      station,
      player,
      style,
      form: cellForm(boxes[at]!, style, unit),
      isMirrored,
    }))

  if (players.length === 0) return { headings: [heading(box, 'plate')], cells: [] }
  if (parts.length === 0) return { headings: [], cells: cells(cutEqually(box, 'down', players.length)) }
  if (flow === 'row') {
    const share = headingShare ?? plateShare
    const [plate, rest] = cut(box, 'across', [share, 1 - share]) as [Box, Box]
    return { headings: [heading(plate, 'plate')], cells: cells(sideBySide(rest, players.length, unit)) }
  }
  const given = headingShare === undefined ? undefined : headingShare * box.height
  const isHigh = given === undefined ? box.height >= highUnits * unit : given >= twoLinesUnits * unit
  const hasTwoLines = parts.length === 3 && box.width < wideUnits * unit && isHigh
  const form = hasTwoLines ? 'lines' : 'line'
  const height = given ?? headingUnits[form] * unit
  const foot = footUnits * unit
  const [top, rest] = cut(box, 'down', [height, box.height - height - foot, foot]) as [Box, Box, Box]
  return { headings: [heading(top, form)], cells: cells(cutEqually(rest, 'down', players.length)) }
}

/** Three or four stand in two rows where one would leave too little for a score. */
function sideBySide(box: Box, count: number, unit: number): Box[] {
  if (count <= 2 || box.width / count >= narrowestCellUnits * unit) return cutEqually(box, 'across', count)
  return cutEqually(box, 'down', 2).flatMap((row) => cutEqually(row, 'across', 2))
}

/** Four players in a column are rows, unless they are too narrow for it; one or two have their scores below their names. */
function cellForm({ width, height }: Box, style: PlayerStyle, unit: number): Cell['form'] {
  if (height < 70 * unit) return 'line'
  const widest = style === 'four' ? 4.2 : 6
  return width / height < widest || width < 400 * unit ? 'stack' : 'line'
}
