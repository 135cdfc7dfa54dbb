import type { Point } from './raster'

export interface Line {
  from: Point
  to: Point
}

interface Bumper extends Point {
  radius: number
  points: number
}

/** Where everything of the playfield is, in px of its raster. */
export interface Table {
  width: number
  height: number
  /** inner edge of the border */
  edge: number
  /** left side of the plunger lane's wall */
  laneX: number
  laneTop: number
  bumpers: readonly Bumper[]
  guides: readonly Line[]
  slings: readonly (Line & { isLeft: boolean })[]
  flippers: readonly { isLeft: boolean; pivot: Point; length: number }[]
  lanes: readonly Point[]
  laneLength: number
  targets: readonly { x: number; y: number; isLeft: boolean }[]
  drainY: number
}

export const ballRadius = 2
export const laneHeight = 3
export const targetHeight = 4

/** A playfield for a raster of this size, wide or upright. */
export function tableFor(width: number, height: number): Table {
  const edge = 4
  const laneX = width - edge - 12
  const middle = Math.round((edge + laneX) / 2)
  const room = laneX - edge
  const flipperY = height - Math.round(height * 0.2)
  const reach = Math.min(24, Math.round(room * 0.26))
  const radius = Math.max(6, Math.round(Math.min(room, height) * 0.1))
  const side = Math.round(room * 0.24)
  const guideTop = Math.round(height * 0.6)
  const lanePitch = room / 9
  const laneLength = Math.min(7, Math.floor(lanePitch) - 2)
  const left = middle - reach
  const right = middle + reach
  return {
    width,
    height,
    edge,
    laneX,
    laneTop: Math.round(height * 0.2),
    bumpers: [
      { x: middle - side, y: Math.round(height * 0.29), radius, points: 100 },
      { x: middle + side, y: Math.round(height * 0.29), radius, points: 100 },
      { x: middle, y: Math.round(height * 0.45), radius, points: 500 },
    ],
    guides: [
      { from: { x: edge, y: guideTop }, to: { x: left - 3, y: flipperY } },
      { from: { x: laneX, y: guideTop }, to: { x: right + 3, y: flipperY } },
    ],
    slings: [
      { isLeft: true, from: { x: left - 4, y: flipperY - 17 }, to: { x: left + 4, y: flipperY - 8 } },
      { isLeft: false, from: { x: right + 4, y: flipperY - 17 }, to: { x: right - 4, y: flipperY - 8 } },
    ],
    flippers: [
      { isLeft: true, pivot: { x: left, y: flipperY }, length: reach - 4 },
      { isLeft: false, pivot: { x: right, y: flipperY }, length: reach - 4 },
    ],
    lanes: Array.from({ length: 7 }, (_, at) => ({
      x: Math.round(edge + lanePitch * (at + 1.5) - laneLength / 2),
      y: edge + 4,
    })),
    laneLength,
    targets: [true, false].flatMap((isLeft) =>
      Array.from({ length: 5 }, (_, at) => ({
        x: isLeft ? edge + 2 : laneX - 4,
        y: Math.round(height * 0.17) + at * 6,
        isLeft,
      })),
    ),
    drainY: height + 4,
  }
}
