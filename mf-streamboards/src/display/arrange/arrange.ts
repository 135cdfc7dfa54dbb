import type { StreamboardConfig } from '@multiball/shared/schema'
import type { Arrangement, Brand, HeadingPart, Panel, PlayerStyle } from './arrangement'
import { cutEqually, inset, type Box } from './boxes'
import { canvasOf, type Canvas } from './canvas'
import { layouts, type Fractions, type Layout } from './layouts'
import { placeGroup, type Group } from './placeGroup'

const everything: readonly HeadingPart[] = ['machine', 'mode', 'ball']
/** The edge of a panel without a frame, which reads on any footage: highlight outside, the panel's colour inside. */
const edgeUnits = 5
/** Half a panel that is narrower has its heading on top, not at its side. */
const narrowUnits = 500
/** The Powered-by line, and how far it is from a corner. */
const brandUnits = { height: 13, tab: 20, corner: 14 }
/** Of the canvas: where a frame ends at its right, and what it has left below. */
const frame = { right: 0.972, bottom: 0.958 }
/** Of the canvas' height, where the panel is as high as its players need. */
const variable = { heading: 0.1, player: 0.083 }

const styleOf = (players: number): PlayerStyle => (players === 1 ? 'one' : players === 2 ? 'two' : 'four')

const groupOf = (station: number, players: number): Group => ({
  station,
  players: Array.from({ length: players }, (_, player) => player),
  style: styleOf(players),
  parts: everything,
  isMirrored: false,
})

const onCanvas = ({ width, height }: Canvas, [x, y, w, h]: Fractions): Box => ({
  x: Math.round(x * width),
  y: Math.round(y * height),
  width: Math.round(w * width),
  height: Math.round(h * height),
})

/**
 * Where everything stands.
 * @param players how many each machine shows: one machine with 1-4, or two machines with 1 each
 */
export function arrange(
  { layout: name, size }: Pick<StreamboardConfig, 'layout' | 'size'>,
  players: readonly number[],
): Arrangement {
  const layout = layouts[name]
  const canvas = canvasOf({ layout: name, size })
  const boxOf = (fractions: Fractions) => onCanvas(canvas, fractions)
  const variableHeight = players.reduce((sum, count) => sum + variable.heading + variable.player * count, 0)
  const [firstPlace, secondPlace = layout.plate] = layout.panels
  const first = boxOf(layout.isVariable ? [0, 0, 1, variableHeight] : firstPlace)
  const second = secondPlace && boxOf(secondPlace)

  const room = (box: Box, group: Group) => ({
    box,
    flow: layout.flow,
    headingShare: layout.isVariable
      ? variable.heading / (variable.heading + variable.player * group.players.length)
      : layout.headingShare,
    unit: canvas.unit,
  })
  const foot = layout.isWhole ? brandUnits.height * canvas.unit : 0
  const inside = (box: Box) => {
    const within = layout.isFramed ? box : inset(box, edgeUnits * canvas.unit)
    return { ...within, height: within.height - foot }
  }
  const panel = (box: Box, group: Group): Panel => ({ box, ...placeGroup(room(inside(box), group), group) })

  /** Two machines share one panel. What a heading takes of a whole panel is too little, or too much, in half of one. */
  const sharedPanel = (box: Box, groups: readonly Group[]): Panel => {
    const halves = cutEqually(inside(box), layout.flow === 'row' ? 'across' : 'down', groups.length)
    const placed = groups.map((group, at) => {
      const half = room(halves[at]!, group)
      const flow = half.box.width < narrowUnits * canvas.unit ? 'column' : layout.flow
      return placeGroup({ ...half, flow, ...(!layout.isVariable && { headingShare: undefined }) }, group)
    })
    return { box, headings: placed.flatMap(({ headings }) => headings), cells: placed.flatMap(({ cells }) => cells) }
  }

  const panels = (): Panel[] => {
    const [group, other] = players.map((count, station) => groupOf(station, count)) as [Group, Group?]
    if (other)
      return second
        ? [panel(first, group), panel(second, { ...other, isMirrored: true })]
        : [sharedPanel(first, [group, other])]
    if (!second) return [panel(first, group)]
    const [one, rest] = layout.plate ? besidePlate(group) : inHalves(group)
    return [panel(first, one), panel(second, rest)]
  }

  return {
    canvas,
    isFramed: layout.isFramed,
    cameras: layout.cameras.map(boxOf),
    panels: panels(),
    brand: brandOf(layout, canvas, first),
  }
}

function brandOf({ isFramed, isWhole }: Layout, { width, height, unit }: Canvas, panel: Box): Brand {
  const top = Math.round(frame.bottom * height)
  if (isFramed)
    return { ground: 'frame', box: { x: 0, y: top, width: Math.round(frame.right * width), height: height - top } }
  const [right, bottom] = [panel.x + panel.width - brandUnits.corner * unit, panel.y + panel.height]
  if (!isWhole)
    return { ground: 'tab', box: { x: panel.x, y: bottom, width: right - panel.x, height: brandUnits.tab * unit } }
  const line = brandUnits.height * unit
  return {
    ground: 'panel',
    box: { x: panel.x, y: bottom - line - edgeUnits * unit, width: right - panel.x, height: line },
  }
}

const besidePlate = (group: Group): [Group, Group] => [
  { ...group, parts: [] },
  { ...group, players: [] },
]

/** One game on two panels: its players in two halves. A single player has the first, the second says the rest. */
function inHalves(group: Group): [Group, Group] {
  const { players } = group
  if (players.length === 1) return besidePlate(group)
  const middle = Math.ceil(players.length / 2)
  return [
    { ...group, players: players.slice(0, middle), parts: ['machine'] },
    { ...group, players: players.slice(middle), parts: ['mode', 'ball'], isMirrored: players.length === 2 },
  ]
}
