import { PixelScreen, type Drawing, type IdleImageProps } from './PixelScreen'
import { box, color, disc, dot, seeded, sprite, stroke, type Point, type Raster } from './raster'

/** Two frames each: an octopus with a bumper cap, a flipper moth, a drop-target robot, a ball crab. */
const kinds = [
  {
    ink: color(0xff8ad0),
    frames: [
      [
        '....####....',
        '..########..',
        '.###....###.',
        '###..##..###',
        '############',
        '..#..##..#..',
        '.#..#..#..#.',
        '#..........#',
      ],
      [
        '....####....',
        '..########..',
        '.###....###.',
        '###..##..###',
        '############',
        '..#..##..#..',
        '..#.#..#.#..',
        '...#....#...',
      ],
    ],
  },
  {
    ink: color(0x3fe0ff),
    frames: [
      [
        '#..........#',
        '##...##...##',
        '###.####.###',
        '.##########.',
        '..##.##.##..',
        '.##########.',
        '###..##..###',
        '##........##',
      ],
      [
        '............',
        '.....##.....',
        '#...####...#',
        '############',
        '####.##.####',
        '.##########.',
        '...######...',
        '....#..#....',
      ],
    ],
  },
  {
    ink: color(0xffc629),
    frames: [
      [
        '..########..',
        '.##########.',
        '##...##...##',
        '##.#.##.#.##',
        '##...##...##',
        '.##########.',
        '..##....##..',
        '.###....###.',
      ],
      [
        '..########..',
        '.##########.',
        '##...##...##',
        '##.#.##.#.##',
        '##...##...##',
        '.##########.',
        '...##..##...',
        '...##..##...',
      ],
    ],
  },
  {
    ink: color(0x63f291),
    frames: [
      [
        '#...####...#',
        '#..######..#',
        '#.###..###.#',
        '####.##.####',
        '.##########.',
        '..########..',
        '.#..#..#..#.',
        '#..#....#..#',
      ],
      [
        '....####....',
        '...######...',
        '..###..###..',
        '.###.##.###.',
        '############',
        '#.########.#',
        '#.#..##..#.#',
        '....#..#....',
      ],
    ],
  },
] as const

const alien = { width: 12, height: 8, pitchY: 13 }
const unlit = color(0x150e07)
const flipperInk = color(0xfff4e0)
const slingInk = color(0xbda6ff)
const ballInk = color(0xffffff)
const amber = color(0xff8a1f)
const trailInk = color(0x8a4a12)

/** Steps of the march: one each .6 s. */
const stepsToMarch = 5
/** A ball's way up to an alien and down to the other flipper. */
const shot = { steps: 20, hit: 8, burstUntil: 11, caught: 18 }
/** So that the first look shows a fight that goes on already. */
const shotsBefore = 4

function begin(raster: Raster) {
  const { columns: width, rows: height } = raster
  const pitchX = width < height ? 16 : 19
  const across = Math.max(2, Math.min(9, Math.floor((width - 10) / pitchX)))
  const top = Math.round(height * 0.08)
  const flipperY = height - Math.max(12, Math.round(height * 0.17))
  const down = Math.max(2, Math.min(width < height ? 8 : 4, Math.floor((flipperY - 14 - top) / alien.pitchY)))
  const span = (across - 1) * pitchX + alien.width
  const reach = Math.max(1, Math.floor((width - span) / 4) - 1)
  const middle = Math.floor(width / 2)
  const slingX = Math.min(40, middle - 11)
  const order = victims(across, down)
  let step = shotsBefore * shot.steps

  /** The formation's way: 2 px a march, to and fro. */
  function marched(at: number): Point {
    const march = Math.floor(at / stepsToMarch)
    const wave = march % (4 * reach)
    const x = wave < 2 * reach ? wave - reach : 3 * reach - wave
    return { x: Math.floor((width - span) / 2) + 2 * x, y: top + (Math.floor(march / (2 * reach)) % 3) * 2 }
  }

  function placeOf(index: number, at: number): Point {
    const { x, y } = marched(at)
    return { x: x + (index % across) * pitchX, y: y + Math.floor(index / across) * alien.pitchY }
  }

  const tip = (isLeft: boolean, isUp: boolean): Point => ({
    x: middle + (isLeft ? -7 : 7),
    y: flipperY + (isUp ? -3 : 6),
  })

  function flipper(isLeft: boolean, isUp: boolean) {
    stroke(raster, { x: middle + (isLeft ? -26 : 26), y: flipperY }, tip(isLeft, isUp), 2.2, flipperInk)
  }

  function sling(isLeft: boolean) {
    for (let row = 0; row < 9; row += 1) {
      const length = row + 2
      box(raster, isLeft ? middle - slingX - length : middle + slingX + 1, flipperY - 12 + row, length, 1, slingInk)
    }
  }

  return () => {
    const number = Math.floor(step / shot.steps)
    const at = step % shot.steps
    const first = step - at
    const fallen = number % order.length
    const target = order[fallen]!
    const gone = new Set(order.slice(0, at >= shot.hit ? fallen + 1 : fallen))
    const isLeft = number % 2 === 0

    raster.pixels.fill(unlit)
    const frame = Math.floor(step / stepsToMarch) % 2
    for (let index = 0; index < across * down; index += 1) {
      const { x, y } = placeOf(index, step)
      const kind = kinds[Math.floor(index / across) % kinds.length]!
      if (!gone.has(index)) sprite(raster, x, y, kind.frames[frame]!, kind.ink)
    }

    const goal = placeOf(target, first + shot.hit)
    const heart = { x: goal.x + alien.width / 2, y: goal.y + alien.height / 2 }
    if (at >= shot.hit && at < shot.burstUntil) burst(raster, heart, at - shot.hit)
    sling(true)
    sling(false)
    flipper(true, isLeft && at < 3)
    flipper(false, !isLeft && at < 3)
    const ballAt = (one: number): Point => {
      if (one <= shot.hit) return between({ ...tip(isLeft, true), y: flipperY - 7 }, heart, one / shot.hit)
      const rest = { ...tip(!isLeft, false), y: flipperY - 1 }
      return between(heart, rest, Math.min(1, (one - shot.hit) / (shot.caught - shot.hit)) ** 1.3)
    }
    for (const back of [4, 2])
      if (at >= back && at < shot.caught) disc(raster, ballAt(at - back), 0.5, back === 4 ? trailInk : amber)
    disc(raster, ballAt(at), 1.5, ballInk)
    step += 1
  }
}

const between = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
})

function burst(raster: Raster, { x, y }: Point, age: number) {
  for (let ray = 0; ray < 8; ray += 1) {
    const angle = (ray * Math.PI) / 4 + 0.4
    for (let far = 2 + age; far < 5 + age; far += 1)
      dot(raster, Math.round(x + far * Math.cos(angle)), Math.round(y + far * Math.sin(angle)), amber)
  }
}

/** The order in which they fall: the low ones rather first. */
function victims(across: number, down: number): number[] {
  const random = seeded(20_260)
  const aliens = Array.from({ length: across * down }, (_, index) => ({
    index,
    at: down - Math.floor(index / across) + 2.4 * random(),
  }))
  return aliens.sort((one, other) => one.at - other.at).map(({ index }) => index)
}

export const alienMarch: Drawing = {
  stepMs: 120,
  hasDots: true,
  scaleFor: ({ width, height }) =>
    width < height ? Math.min(width / 76, height / 130) : Math.min(width / 152, height / 86),
  begin,
}

/** Aliens march, and two flippers bat a ball at them. */
export const AlienMarch = ({ isMoving }: IdleImageProps) => <PixelScreen drawing={alienMarch} isMoving={isMoving} />
