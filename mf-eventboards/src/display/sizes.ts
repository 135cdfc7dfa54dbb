import { numeralsWidth } from '@multiball/shared/display'

/* Room on the stage in its `--u`, see Stage: what is left of 1728 × 972, upright of 351 × 760, by header, foot and gaps. */

type Shape = 'wide' | 'tall'

export interface Room {
  width: number
  height: number
}

const spaces = {
  wide: { width: 1728, height: 772, strip: 94, gap: 32, side: 540, cardGap: 16, head: 44, row: 50 },
  tall: { width: 351, height: 588, strip: 56, gap: 12, side: 351, cardGap: 8, head: 22, row: 23 },
} as const

/** Below header and above foot. @param hasStrip who is next stands at the foot */
export function mainRoom(shape: Shape, hasStrip: boolean): Room {
  const { width, height, strip } = spaces[shape]
  return { width, height: height - (hasStrip ? strip : 0) }
}

/** Matches and standings beside each other, upright one above the other. */
export function sharedRoom(shape: Shape, { width, height }: Room): { matches: Room; standings: Room } {
  const { gap, side } = spaces[shape]
  if (shape === 'wide') return { matches: { width: width - gap - side, height }, standings: { width: side, height } }
  const matches = Math.round((height - gap) * 0.56)
  return { matches: { width, height: matches }, standings: { width, height: height - gap - matches } }
}

interface Grid {
  columns: number
  rows: number
}

/** Columns and rows for so many matches with at most so many players each: as few as they need, never more than can be read from afar. */
export function matchGrid(shape: Shape, { width }: Room, matches: number, players: number): Grid {
  if (shape === 'tall') return { columns: 1, rows: Math.min(matches, players <= 2 ? 3 : 2) }
  const columns = matches <= 2 ? 1 : width > 1300 ? 3 : 2
  const most = players <= 4 ? 3 : 2
  return { columns, rows: Math.max(1, Math.min(most, Math.ceil(matches / columns))) }
}

/** Room of one of the cards of a grid. @param span columns that it takes */
export function cardRoom(shape: Shape, { width, height }: Room, { columns, rows }: Grid, span = 1): Room {
  const { cardGap } = spaces[shape]
  const column = (width - cardGap * (columns - 1)) / columns
  return { width: column * span + cardGap * (span - 1), height: (height - cardGap * (rows - 1)) / rows }
}

const card = {
  wide: { pad: 20, head: [40, 84], name: 84 },
  tall: { pad: 9, head: [24, 34], name: 30 },
} as const

interface CardSizes {
  head: number
  row: number
  name: number
  score: number
}

/** Type of a card with so many players, whose longest score has so many digits. */
export function cardSizes(shape: Shape, { width, height }: Room, players: number, digits: number): CardSizes {
  const {
    pad,
    head: [smallest, largest],
    name,
  } = card[shape]
  const head = Math.min(largest, Math.max(smallest, height * 0.17))
  const row = (height - head - pad * 0.3) / players
  const inner = width - pad * 2
  const score = Math.min(row * 0.88, (inner * 0.47) / numeralsWidth(digits))
  return { head, row, name: Math.min(row * 0.8, inner * 0.086, name), score }
}

/** How rows stand, one column after the other. */
interface RowsShape {
  columns: number
  rows: number
  /** what their type is sized by: their height, less where columns are narrow */
  type: number
}

const handRow = 34

/** Room for so many rows on a phone, where they are scrolled. */
export const rowsSize = (rows: number): Room => ({
  width: spaces.tall.width,
  height: spaces.tall.head + handRow * Math.max(1, rows),
})

const narrow = { wide: 0.11, tall: 0.075 } as const

/** @param mostColumns that the room has space for */
export function rowsShape(shape: Shape, { width, height }: Room, count: number, mostColumns: number): RowsShape {
  const { head, row } = spaces[shape]
  const room = height - head
  const fitting = Math.max(1, Math.floor(room / row))
  const columns = Math.min(mostColumns, Math.max(1, Math.ceil(count / fitting)))
  const pages = Math.max(1, Math.ceil(count / (fitting * columns)))
  // Pages alike: no last one with a single row.
  const rows = Math.max(Math.ceil(count / (pages * columns)), Math.ceil(fitting / 2))
  return { columns, rows, type: Math.min(room / rows, (width / columns) * narrow[shape], row * 1.6) }
}
