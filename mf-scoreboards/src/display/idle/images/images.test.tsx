import { ClockContext } from '@multiball/shared/display'
import { fakeClock } from '@multiball/shared/testing'
import { render } from '@testing-library/react'
import { alienMarch } from './AlienMarch'
import { deadChannel } from './DeadChannel'
import { images } from './images'
import { PixelScreen, type Drawing } from './PixelScreen'
import { playfield } from './Playfield'
import { newRaster, type Raster } from './raster'

const drawings: [string, Drawing][] = [
  ['the alien march', alienMarch],
  ['the dead channel', deadChannel],
  ['the playfield', playfield],
]
/** A wall, a small TV, a phone, a cell of 5 × 4 on a small TV, and what nobody would call a screen. */
const boxes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 240, height: 160 },
  { width: 40, height: 30 },
]

function rasterFor(drawing: Drawing, box: { width: number; height: number }): Raster {
  const scale = Math.max(1, Math.floor(drawing.scaleFor(box)))
  return newRaster(Math.ceil(box.width / scale), Math.ceil(box.height / scale))
}

const linear = Float64Array.from({ length: 256 }, (_, channel) =>
  channel <= 10 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
)
/** Relative luminance of a px, 0 to 1. */
const luminance = (pixel: number) =>
  0.2126 * linear[pixel & 0xff]! + 0.7152 * linear[(pixel >>> 8) & 0xff]! + 0.0722 * linear[(pixel >>> 16) & 0xff]!

describe.each(drawings)('VSB-10 %s', (_name, drawing) => {
  test.each(boxes)('is drawn at $width × $height, of few px, all of them opaque', (box) => {
    const raster = rasterFor(drawing, box)
    const paint = drawing.begin(raster)
    for (let step = 0; step < 50; step += 1) paint()
    expect(raster.pixels.every((pixel) => pixel >>> 24 === 0xff)).toBe(true)
    expect(new Set(raster.pixels).size).toBeGreaterThan(2)
    expect(raster.pixels.length).toBeLessThan(50_000)
  })

  test('moves', () => {
    const raster = rasterFor(drawing, boxes[3]!)
    const paint = drawing.begin(raster)
    const seen = new Set<string>()
    for (let step = 0; step < 20; step += 1) {
      paint()
      seen.add(raster.pixels.join())
    }
    expect(seen.size).toBeGreaterThan(10)
  })

  test('no part of it flashes more than 3 times in any second', () => {
    const raster = rasterFor(drawing, boxes[0]!)
    const paint = drawing.begin(raster)
    const { columns, rows, pixels } = raster
    // WCAG counts areas of 341 × 256 of 1024 × 768; a ninth of the picture is far less than that.
    const parts = 3
    const partOf = Uint8Array.from({ length: pixels.length }, (_, at) => {
      const [column, row] = [at % columns, Math.floor(at / columns)]
      return Math.floor((column * parts) / columns) + parts * Math.floor((row * parts) / rows)
    })
    const lightOf = () => {
      const sums = new Float64Array(parts * parts)
      for (let at = 0; at < pixels.length; at += 1) sums[partOf[at]!]! += luminance(pixels[at]!)
      return sums.map((sum) => (sum * parts * parts) / pixels.length)
    }
    const history: Float64Array[] = []
    for (let step = 0; step < 30_000 / drawing.stepMs; step += 1) {
      paint()
      history.push(lightOf())
    }
    for (let part = 0; part < parts * parts; part += 1) {
      const changes = history.slice(1).map((lights, at) => Math.abs(lights[part]! - history[at]![part]!) >= 0.1)
      const second = Math.ceil(1000 / drawing.stepMs)
      const most = Math.max(...changes.map((_, at) => changes.slice(at, at + second).filter(Boolean).length))
      // A flash is two changes.
      expect(most).toBeLessThanOrEqual(6)
    }
  })
})

test('VSB-10 the dead channel is of low contrast and has at most 10 pictures a second', () => {
  const raster = rasterFor(deadChannel, boxes[0]!)
  const paint = deadChannel.begin(raster)
  for (let step = 0; step < 30; step += 1) paint()
  const noise = raster.pixels.slice(Math.floor(raster.pixels.length / 2))
  expect(Math.max(...noise.map((pixel) => pixel & 0xff))).toBeLessThan(90)
  expect(1000 / deadChannel.stepMs).toBeLessThanOrEqual(10)
})

describe('on a screen', () => {
  const painted = jest.fn()
  const drawing: Drawing = { stepMs: 100, scaleFor: () => 12, begin: () => painted }
  const show = (isMoving: boolean) => {
    const time = fakeClock()
    const at = (moving: boolean) => (
      <ClockContext value={time.clock}>
        <PixelScreen drawing={drawing} isMoving={moving} />
      </ClockContext>
    )
    const view = render(at(isMoving))
    return { ...time, ...view, move: (moving: boolean) => view.rerender(at(moving)) }
  }
  const realMatchMedia = globalThis.matchMedia
  beforeEach(() => {
    painted.mockClear()
    // jsdom has no canvas and says so each time.
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  })
  afterEach(() => {
    jest.restoreAllMocks()
    globalThis.matchMedia = realMatchMedia
  })

  test('unseen it is drawn once and waits, so that it comes without a gap', () => {
    const { pass, move, waiting } = show(false)
    pass(5_000)
    expect(painted).toHaveBeenCalledTimes(1)
    move(true)
    pass(1_000)
    expect(painted).toHaveBeenCalledTimes(11)
    move(false)
    expect(waiting.size).toBe(0)
  })

  test('who wants less motion sees a still', () => {
    globalThis.matchMedia = (query) => ({ ...realMatchMedia(query), matches: query.includes('reduced-motion') })
    const { pass } = show(true)
    pass(5_000)
    expect(painted).toHaveBeenCalledTimes(1)
  })

  test('nothing is left when it goes', () => {
    const { pass, unmount, waiting } = show(true)
    pass(500)
    unmount()
    expect(waiting.size).toBe(0)
  })

  test.each(images.map((Image, at) => [at + 1, Image] as const))(
    'VSB-10 image %i is there, unheard by screen readers',
    (_index, Image) => {
      const { container } = render(<Image isMoving={false} />)
      expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true')
    },
  )
})
