import type { MachineDisplay } from '@multiball/shared/schema'

/* The light behind a score, in the manner of a machine's own time, as walls have it (shared/src/display/looks). */

interface Size {
  width: number
  height: number
}

interface Wedges {
  /** degrees from the beginning of one wedge to the next, and of the wedge */
  every: number
  wide: number
  color: string
  opacity: number
}

/** Rays from above the middle, that end before the foot. */
function rays({ width, height }: Size, { every, wide, color, opacity }: Wedges, id: string): string {
  const [x, y] = [width / 2, -0.14 * height]
  const far = 1.5 * Math.hypot(width, height)
  const point = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return `${(x + Math.sin(angle) * far).toFixed(0)} ${(y + Math.cos(angle) * far).toFixed(0)}`
  }
  const first = -every * Math.ceil(100 / every)
  const path = Array.from({ length: Math.ceil((-2 * first) / every) + 1 }, (_, at) => {
    const from = first + at * every - wide / 2
    return `M${x} ${y}L${point(from)}L${point(from + wide)}Z`
  }).join('')
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="${height * 0.7}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/><stop offset=".45" stop-color="${color}" stop-opacity="${opacity * 0.5}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></linearGradient><path d="${path}" fill="url(#${id})"/>`
}

interface Haze {
  /** of its middle and reach, in shares of the picture */
  x: number
  y: number
  wide: number
  high: number
  color: string
  opacity: number
}

const hazes = ({ width, height }: Size, all: readonly Haze[]): string =>
  all
    .map(
      ({ x, y, wide, high, color, opacity }, at) =>
        `<radialGradient id="haze${at}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient><ellipse cx="${x * width}" cy="${y * height}" rx="${wide * width}" ry="${high * height}" fill="url(#haze${at})"/>`,
    )
    .join('')

const above = (color: string, opacity: number): Haze => ({ x: 0.5, y: 0, wide: 0.6, high: 0.5, color, opacity })
const below = (color: string, opacity: number): Haze => ({ x: 0.5, y: 1.04, wide: 0.8, high: 0.6, color, opacity })

/** A fine net that fades upwards, for displays of the eighties. */
const net = ({ width, height }: Size): string =>
  `<pattern id="net" width="96" height="54" patternUnits="userSpaceOnUse"><path d="M0 1H96M1 0V54" stroke="#28c8e6" stroke-opacity=".16" stroke-width="2"/></pattern><rect width="${width}" height="${height}" fill="url(#net)"/>`

/** Rings of light around a lamp above. */
const rings = ({ width, height }: Size): string =>
  [
    ['#3c6eaa', 0.3, 0.55],
    ['#d25a3c', 0.16, 0.8],
    ['#3c6eaa', 0.26, 1.06],
    ['#d25a3c', 0.13, 1.3],
  ]
    .map(
      ([color, opacity, reach]) =>
        `<circle cx="${width / 2}" cy="${-0.3 * height}" r="${Number(reach) * height}" fill="none" stroke="${color}" stroke-opacity="${opacity}" stroke-width="${height * 0.08}"/>`,
    )
    .join('')

const grounds: Record<MachineDisplay, (size: Size) => string> = {
  reels: (size) =>
    rays(size, { every: 24, wide: 12, color: '#be2c1c', opacity: 0.42 }, 'rays1') +
    rays(size, { every: 48, wide: 12, color: '#e4a44a', opacity: 0.16 }, 'rays2') +
    hazes(size, [above('#f0be64', 0.2), below('#78180f', 0.5)]),
  lights: (size) => rings(size) + hazes(size, [above('#ffd682', 0.18), below('#1e467a', 0.5)]),
  numeric: (size) =>
    rays(size, { every: 16, wide: 6, color: '#2860c8', opacity: 0.4 }, 'rays1') +
    rays(size, { every: 32, wide: 3, color: '#eb6018', opacity: 0.26 }, 'rays2') +
    hazes(size, [above('#3c78e6', 0.24), below('#aa3c0a', 0.42)]),
  alphanumeric: (size) => net(size) + hazes(size, [above('#1eaad2', 0.26), below('#be1e82', 0.46)]),
  'dot-matrix': (size) =>
    rays(size, { every: 12, wide: 5, color: '#ff8a1f', opacity: 0.16 }, 'rays1') +
    hazes(size, [above('#ff8a1f', 0.18), below('#962878', 0.4)]),
  lcd: (size) =>
    hazes(size, [
      { x: 0.12, y: 0.05, wide: 0.62, high: 0.62, color: '#3278ff', opacity: 0.46 },
      { x: 0.9, y: 0.1, wide: 0.5, high: 0.6, color: '#be28ff', opacity: 0.3 },
      { x: 0.08, y: 0.95, wide: 0.5, high: 0.5, color: '#00dcc8', opacity: 0.2 },
      { x: 0.8, y: 1.06, wide: 0.7, high: 0.6, color: '#7828dc', opacity: 0.46 },
    ]),
}

const usual = (size: Size) =>
  rays(size, { every: 12, wide: 5, color: '#ff8a1f', opacity: 0.15 }, 'rays1') +
  hazes(size, [above('#ff8a1f', 0.14), below('#ff8a1f', 0.12)])

/** Black, and the light of a kind of machine on it. */
export const scenery = (display: MachineDisplay | null, size: Size): string =>
  `<rect width="${size.width}" height="${size.height}" fill="#050403"/>${(display ? grounds[display] : usual)(size)}`
