import type { Decade } from './era'

interface Paint {
  ground: string
  shape: string
  light: string
}

/** Colours of a time's printing inks. */
export const paints: Record<Decade, Paint> = {
  1960: { ground: '#7a2d2a', shape: '#d98c3f', light: '#f5e2b8' },
  1970: { ground: '#3d2a5c', shape: '#e0703a', light: '#f7c948' },
  1980: { ground: '#10183f', shape: '#c02a83', light: '#ffb45e' },
  1990: { ground: '#123b3a', shape: '#1f9e8a', light: '#ffd23f' },
  2000: { ground: '#2b1114', shape: '#b3212c', light: '#f08a4b' },
  2010: { ground: '#0e2233', shape: '#2a6f9e', light: '#9fe0ff' },
  2020: { ground: '#1b1130', shape: '#5a3fc0', light: '#7df0c8' },
}

/** Of a machine whose time nobody knows. */
export const unknownPaint: Paint = { ground: '#26241f', shape: '#47433a', light: '#8f8878' }

/** A wedge of light from the middle of the glass, `from` to `to` degrees. */
function ray(from: number, to: number): string {
  const at = (degrees: number) =>
    `${(32 + 60 * Math.cos((degrees * Math.PI) / 180)).toFixed(1)} ${(17 + 60 * Math.sin((degrees * Math.PI) / 180)).toFixed(1)}`
  return `M32 17L${at(from)}L${at(to)}Z`
}
const rays = (count: number, width: number) =>
  Array.from({ length: count }, (_, at) => ray((at * 360) / count, (at * 360) / count + width)).join('')

const ring = (outer: number, inner: number) =>
  `M32 ${17 - outer}a${outer} ${outer} 0 1 1 0 ${2 * outer}a${outer} ${outer} 0 1 1 0 ${-2 * outer}ZM32 ${17 - inner}a${inner} ${inner} 0 1 0 0 ${2 * inner}a${inner} ${inner} 0 1 0 0 ${-2 * inner}Z`

const star = (points: number, outer: number, inner: number) =>
  `M${Array.from({ length: points * 2 }, (_, at) => {
    const radius = at % 2 === 0 ? outer : inner
    const angle = (at * Math.PI) / points - Math.PI / 2
    return `${(32 + radius * Math.cos(angle)).toFixed(1)} ${(17 + radius * Math.sin(angle)).toFixed(1)}`
  }).join('L')}Z`

/** What is printed behind the light, two layers: targets, a sunburst, a horizon, a blast, speed, a lens, shards. */
const motifs = {
  targets: [ring(30, 24), ring(18, 12)],
  sunburst: [rays(12, 15), ring(12, 9.5)],
  horizon: [
    'M0 30h64v2H0ZM0 34h64v1.4H0ZM0 38h64v1.4H0Z',
    'M20 30L6 48H9L22 30ZM31 30V48H33V30ZM42 30L55 48H58L44 30ZM2 30L14 12L24 30ZM40 30L52 9L64 30Z',
  ],
  blast: [star(9, 28, 13), star(9, 15, 9)],
  speed: ['M0 4L22 14L0 20ZM64 4L42 14L64 20Z', 'M0 24L22 20L0 32ZM64 24L42 20L64 32ZM4 0L28 9L16 0ZM60 0L36 9L48 0Z'],
  lens: [star(6, 26, 23), ring(14, 11)],
  shards: ['M0 0L26 14L0 26ZM64 0L38 14L64 26ZM32 0L38 9L26 9Z', 'M0 30L24 20L12 48L0 48ZM64 30L40 20L52 48L64 48Z'],
  fan: [rays(7, 26), star(7, 14, 10)],
  orbit: [ring(34, 31) + ring(26, 24.5), ring(17, 15)],
  gems: [star(4, 34, 15), star(4, 18, 9)],
} satisfies Record<string, [back: string, front: string]>

/** What was liked in a time. */
const liked: Record<Decade, readonly (keyof typeof motifs)[]> = {
  1960: ['targets', 'sunburst', 'fan', 'gems'],
  1970: ['sunburst', 'targets', 'fan', 'orbit'],
  1980: ['horizon', 'sunburst', 'orbit', 'gems', 'shards'],
  1990: ['blast', 'speed', 'fan', 'orbit', 'gems'],
  2000: ['speed', 'blast', 'shards', 'fan'],
  2010: ['lens', 'blast', 'orbit', 'shards'],
  2020: ['shards', 'lens', 'gems', 'horizon', 'orbit'],
}

/** A whole number that is the same for the same text, whatever its case (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text.toLowerCase()) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  // Its lowest bits alone say little.
  return (hash ^ (hash >>> 15)) >>> 0
}

const turns = 12

interface Look {
  /** degrees by which the inks of its time are turned */
  hue: number
  motif: readonly [back: string, front: string]
  /** degrees by which the motif is turned; what has an up stands upright */
  tilt: number
}

/** How the glass of a title of a time looks: the editions of one look alike, and others hardly ever. */
export function lookOf(name: string, decade: Decade): Look {
  const hash = hashOf(name.replace(/\s*\([^()]*\)\s*$/, ''))
  const choices = liked[decade]
  const motif = choices[hash % choices.length]!
  const rest = Math.floor(hash / choices.length)
  return {
    hue: (rest % turns) * (360 / turns),
    motif: motifs[motif],
    tilt: motif === 'horizon' ? 0 : (Math.floor(rest / turns) % 5) * 9,
  }
}
