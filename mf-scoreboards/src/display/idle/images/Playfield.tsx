import { textWidth, write } from './glyphs'
import { PixelScreen, type Drawing, type IdleImageProps } from './PixelScreen'
import { beginPlay, playOn } from './playfieldBall'
import { laneHeight, tableFor, targetHeight } from './playfieldTable'
import { box, color, disc, seeded, stroke, type Raster } from './raster'

/** Sixteen colours and no more. */
const gold = color(0xc8a000)
const navy = color(0x1b1464)
const apron = color(0x0b0a14)
const dim = color(0x3a2d9c)
const white = color(0xf0f0f0)
const red = color(0xd03030)
const green = color(0x30b050)
const yellow = color(0xffe070)
const cyan = color(0x40c8f0)
const orange = color(0xff8a20)
const magenta = color(0xb040c0)
const violet = color(0x8c80e8)
const grey = color(0x9a9a9a)

const stillSteps = 40

function begin(raster: Raster) {
  const { columns: width, rows } = raster
  // Below the field is the apron, on which the board's foot stands.
  const height = rows - Math.round(rows * 0.115)
  const table = tableFor(width, height)
  const random = seeded(1979)
  const play = beginPlay(table)
  const trail = [{ ...play.ball }, { ...play.ball }]
  const { edge, laneX } = table
  const middle = Math.round((edge + laneX) / 2)
  const [, , low] = table.bumpers
  const scoreTop = low!.y + low!.radius + 4
  // Not the first moment, in which nothing has happened yet.
  for (let step = 0; step < stillSteps; step += 1) playOn(play, table, random)

  function drawTable() {
    raster.pixels.fill(gold)
    box(raster, edge, edge, width - 2 * edge, height - edge, navy)
    box(raster, edge, height - 2, middle - edge - 20, 2, gold)
    box(raster, middle + 20, height - 2, width - middle - 20 - edge, 2, gold)
    box(raster, 0, height, width, rows - height, apron)
    box(raster, laneX, table.laneTop, 2, height - table.laneTop, gold)
    for (const { from, to } of table.guides) stroke(raster, from, to, 1, gold)
    table.lanes.forEach(({ x, y }, at) =>
      box(raster, x, y, table.laneLength, laneHeight, play.lanesLit[at] ? cyan : dim),
    )
    table.targets.forEach(({ x, y }, at) => box(raster, x, y, 3, targetHeight, play.targetsDown[at] ? dim : orange))
    table.slings.forEach(({ from, to, isLeft }, at) => {
      const ink = play.slingLit[at]! > 0 ? yellow : magenta
      for (let y = from.y; y <= to.y; y += 1) {
        const reach = Math.round(((y - from.y) / (to.y - from.y)) * Math.abs(to.x - from.x))
        box(raster, isLeft ? from.x - 1 : from.x - reach, y, reach + 1, 1, ink)
      }
    })
    table.bumpers.forEach(({ x, y, radius, points }, at) => {
      const [outer, inner] = points > 100 ? [yellow, green] : [white, red]
      const isLit = play.bumperLit[at]! > 0
      disc(raster, { x, y }, radius + 0.4, isLit ? inner : outer)
      disc(raster, { x, y }, radius - 1.6, isLit ? outer : inner)
      disc(raster, { x, y }, radius * 0.45 + 0.3, isLit ? inner : outer)
      disc(raster, { x, y }, radius * 0.45 - 1.3, isLit ? outer : inner)
    })
  }

  function drawMoving() {
    const digits = String(play.score).padStart(6, '0')
    write(raster, middle - Math.floor(textWidth(digits) / 2), scoreTop, digits, 1, yellow)
    table.flippers.forEach(({ isLeft, pivot, length }, at) => {
      const rise = play.flipperUp[at]! > 0 ? -0.25 : 0.42
      stroke(
        raster,
        pivot,
        { x: pivot.x + (isLeft ? length : -length), y: Math.round(pivot.y + length * rise) },
        1.4,
        white,
      )
    })
    for (let ball = 0; ball < 2; ball += 1)
      disc(raster, { x: edge + 6 + ball * 7, y: height - 7 }, 2.3, ball < play.ballsLeft ? white : dim)
    const pull = play.isInLane && play.ball.y > height - 30 ? 0 : 3
    box(raster, laneX + 6, height - 10 + pull, 3, 8 - pull, grey)
    box(raster, laneX + 4, height - 12 + pull, 7, 2, white)
    trail.forEach((spot, at) => disc(raster, spot, at === 0 ? 0.5 : 1, violet))
    disc(raster, play.ball, 2.3, white)
  }

  return () => {
    trail.shift()
    trail.push({ ...play.ball })
    playOn(play, table, random)
    drawTable()
    drawMoving()
  }
}

export const playfield: Drawing = {
  stepMs: 83,
  scaleFor: ({ width, height }) =>
    width < height ? Math.min(width / 78, height / 130) : Math.min(width / 150, height / 86),
  begin,
}

/** A pinball game in sixteen colours that plays itself. */
export const Playfield = ({ isMoving }: IdleImageProps) => <PixelScreen drawing={playfield} isMoving={isMoving} />
