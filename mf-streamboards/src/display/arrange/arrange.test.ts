import { streamboardLayouts, streamboardSizes } from '@multiball/shared/schema'
import { arrange } from './arrange'
import type { Box } from './boxes'
import { cellType } from './textSizes'

const casts: [string, number[]][] = [
  ['one player', [1]],
  ['two players', [2]],
  ['three players', [3]],
  ['four players', [4]],
  ['two machines', [1, 1]],
]
const everywhere = streamboardLayouts.flatMap((layout) => casts.map(([cast, players]) => ({ layout, cast, players })))

const isWithin = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height
const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
const pairs = <Thing>(things: readonly Thing[]) =>
  things.flatMap((one, at) => things.slice(at + 1).map((other): [Thing, Thing] => [one, other]))

test.each(everywhere)(
  'VST-01 $layout with $cast, at each size: everything has a place of its own on the canvas',
  ({ layout, players }) => {
    for (const size of streamboardSizes) {
      const { canvas, cameras, panels, brand } = arrange({ layout, size }, players)
      const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height }
      const isInside = brand.ground === 'panel'
      const places = [...cameras, ...panels.map(({ box }) => box), ...(isInside ? [] : [brand.box])]
      expect(places.filter((box) => !isWithin(box, whole))).toEqual([])
      expect(pairs(places).filter(([one, other]) => overlap(one, other))).toEqual([])
      for (const { box, headings, cells } of panels) {
        const parts = [...headings, ...cells, ...(isInside ? [brand] : [])].map((part) => part.box)
        expect(parts.filter((part) => !isWithin(part, box))).toEqual([])
        expect(pairs(parts).filter(([one, other]) => overlap(one, other))).toEqual([])
      }
    }
  },
)

test.each(everywhere)(
  'VST-01 $layout with $cast, at each size: each player once, machine, mode and ball once for each machine',
  ({ layout, players }) => {
    for (const size of streamboardSizes) {
      const { panels } = arrange({ layout, size }, players)
      const shown = panels.flatMap(({ cells }) => cells.map(({ station, player }) => `${station} ${player}`))
      expect(shown.sort()).toEqual(
        players
          .flatMap((count, station) => Array.from({ length: count }, (_, player) => `${station} ${player}`))
          .sort(),
      )
      const said = panels.flatMap(({ headings }) =>
        headings.flatMap(({ station, parts }) => parts.map((part) => `${station} ${part}`)),
      )
      expect(said.sort()).toEqual(
        players.flatMap((_, station) => ['ball', 'machine', 'mode'].map((part) => `${station} ${part}`)).sort(),
      )
    }
  },
)

test.each(everywhere)(
  'VST-01 $layout with $cast, at each size: 13 digits, a name and what is said of the player fit',
  ({ layout, players }) => {
    for (const size of streamboardSizes) {
      const { canvas, panels } = arrange({ layout, size }, players)
      for (const cell of panels.flatMap(({ cells }) => cells)) {
        const { padding, score, name, more, morePlace } = cellType(cell, {
          unit: canvas.unit,
          digits: 13,
          hasMore: true,
          nameLength: 30,
        })
        const width = score * 6.234
        const inner = cell.box.width - 2 * padding.x
        // Beside its score a name has a quarter of the line at least.
        expect(width).toBeLessThanOrEqual(cell.form === 'line' ? inner * 0.75 : inner)
        expect(score).toBeGreaterThanOrEqual(22 * canvas.unit)
        const names = name * 1.15 + (morePlace === 'below' ? more * 1.25 : 0)
        const digits = score * 0.9
        const height = cell.form === 'line' ? Math.max(names, digits) : names + digits + 2 * padding.y
        expect(height).toBeLessThanOrEqual(cell.box.height + 1)
      }
    }
  },
)

test.each([
  ['one', [1]],
  ['two', [2]],
  ['four', [3]],
  ['four', [4]],
  ['one', [1, 1]],
])('VST-02 the %s-player style for %j', (style, players) => {
  for (const layout of streamboardLayouts) {
    const { panels } = arrange({ layout, size: '1280x720' }, players)
    expect(new Set(panels.flatMap(({ cells }) => cells.map((cell) => cell.style)))).toEqual(new Set([style]))
  }
})

test.each([
  ['1280x720', 'ThreeCam', 1280, 720],
  ['1440x900', 'ScoresOnlyVariable', 1440, 900],
  ['1920x1080', 'LowerThirdVertical', 1920, 1080],
  ['1280x720', 'ScoresOnlyFixed', 860, 170],
  ['1440x900', 'ScoresOnlyFixed', 860, 170],
  ['1920x1080', 'ScoresOnlyFixed', 860, 170],
] as const)('VST-01 the canvas of %s %s is %i × %i', (size, layout, width, height) => {
  expect(arrange({ layout, size }, [1]).canvas).toMatchObject({ width, height })
})

test.each([
  ['OneCam', 1],
  ['TwoCam', 2],
  ['TwoCamHeadToHead', 2],
  ['ThreeCam', 3],
  ['FourCam', 4],
  ['FourCamHeadToHead', 4],
  ['ScoresOnlyFixed', 0],
  ['ScoresOnlyVariable', 0],
  ['LowerThirdHorizontal', 0],
  ['LowerThirdVertical', 0],
] as const)('VST-01 %s is open for %i cameras', (layout, count) => {
  const { cameras, isFramed } = arrange({ layout, size: '1280x720' }, [2])
  expect(cameras).toHaveLength(count)
  expect(isFramed).toBe(count > 0)
})
