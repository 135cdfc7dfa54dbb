import { parseColor } from '@multiball/shared/schema'
import type { Rgb } from '@multiball/shared/schema'

/** The colours of one board, made from its owner's background. All CSS texts. */
export interface Palette {
  tone: 'dark' | 'light'
  /** the background that is painted */
  page: string
  ink: string
  ink2: string
  quiet: string
  line: string
  panel: string
  /** segments that are off */
  unlit: string
  /** the background of a grid cell */
  tile: string
  gold: string
  /** players 1 to 6, on the wall's black panels */
  accents: readonly string[]
  /** the same, to be read on the page itself */
  pageAccents: readonly string[]
}

const playerColors = ['#3fe0ff', '#ff8ad0', '#ffc629', '#63f291', '#bda6ff', '#ff9d66']
const black: Rgb = { red: 0, green: 0, blue: 0 }
const white: Rgb = { red: 255, green: 255, blue: 255 }
const darkInk: Rgb = { red: 20, green: 17, blue: 13 }
/** WCAG contrast that every text of the wall keeps. */
const enough = 7

const rgb = (hex: string) => parseColor(hex) ?? black

/** `hex` at an opacity of 0 to 1: tints are written out, the wall's browsers have no color-mix(). */
export const tint = (hex: string, opacity: number) => {
  const { red, green, blue } = rgb(hex)
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`
}

function luminance({ red, green, blue }: Rgb): number {
  const linear = (channel: number) =>
    channel <= 10.31475 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** WCAG contrast of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** `share` (0 to 1) of `over` painted on `under`. */
const mix = (over: Rgb, under: Rgb, share: number): Rgb => {
  const channel = (name: keyof Rgb) => Math.round(over[name] * share + under[name] * (1 - share))
  return { red: channel('red'), green: channel('green'), blue: channel('blue') }
}

const hex = ({ red, green, blue }: Rgb) =>
  `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** The nearest colour towards `end` that reads on each of the grounds. */
function readable(color: Rgb, end: Rgb, ...grounds: Rgb[]): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(end, color, share)
    if (grounds.every((ground) => contrast(candidate, ground) >= enough)) return candidate
  }
  return end
}

function onDark(page: Rgb): Palette {
  const read = (color: string) => hex(readable(rgb(color), white, page))
  const isBlack = luminance(page) < 0.001
  return {
    tone: 'dark',
    page: hex(page),
    ink: read('#fff4e0'),
    ink2: read('#d9d0c0'),
    quiet: read('#b3aa9b'),
    line: isBlack ? '#2a251f' : 'rgba(255, 244, 224, 0.16)',
    panel: 'linear-gradient(180deg, #191613, #0b0a09)',
    unlit: 'rgba(255, 244, 224, 0.07)',
    tile: isBlack ? '#0d0c0b' : hex(page),
    gold: read('#ffc629'),
    accents: playerColors,
    pageAccents: playerColors.map(read),
  }
}

function onLight(page: Rgb): Palette {
  // Rows and cells are tints of the page, so colours must read on both.
  const read = (color: string) => hex(readable(rgb(color), black, page, mix(rgb(color), page, 0.14)))
  return {
    tone: 'light',
    page: hex(page),
    ink: hex(darkInk),
    ink2: read('#3b352c'),
    quiet: read('#4a443a'),
    line: 'rgba(20, 17, 13, 0.2)',
    panel: 'rgba(20, 17, 13, 0.05)',
    unlit: 'rgba(20, 17, 13, 0.06)',
    tile: hex(page),
    gold: read('#ffc629'),
    accents: playerColors,
    pageAccents: playerColors.map(read),
  }
}

/**
 * Ink and accents from the owner's background (`#rgb` or `#rrggbb`; anything else counts as black).
 * Every text keeps 7:1. A middle tone, on which neither black nor white would, is painted darker.
 * @param accent one colour in place of the players' own and of gold; anything that is no colour counts as none
 */
export function paletteFor(background: string, accent = ''): Palette {
  const palette = ownPalette(background)
  const given = parseColor(accent)
  return given ? withAccent(palette, given) : palette
}

/** The accent, as far from the ground as it must be to be read there. */
function withAccent(palette: Palette, accent: Rgb): Palette {
  const page = rgb(palette.page)
  const onPanel = hex(readable(accent, white, black))
  const onPage = hex(
    palette.tone === 'dark' ? readable(accent, white, page) : readable(accent, black, page, mix(accent, page, 0.14)),
  )
  return {
    ...palette,
    gold: onPage,
    accents: playerColors.map(() => onPanel),
    pageAccents: playerColors.map(() => onPage),
  }
}

function ownPalette(background: string): Palette {
  const page = rgb(background)
  if (contrast(white, page) >= enough) return onDark(page)
  if (contrast(darkInk, page) >= enough) return onLight(page)
  for (let share = 0.05; share < 1; share += 0.05) {
    const darker = mix(black, page, share)
    if (contrast(white, darker) >= enough) return onDark(darker)
  }
  return onDark(black)
}

/** Black or white, whichever reads better on `ground`. */
export const inkOn = (ground: string) =>
  contrast(white, rgb(ground)) > contrast(black, rgb(ground)) ? '#ffffff' : '#000000'

const inTurn = (colors: readonly string[], position: number) => colors[(position - 1) % colors.length] ?? '#ffffff'

/** The accent of the player in a slot (1-6) on a black panel. */
export const accentOf = (palette: Palette, position: number) => inTurn(palette.accents, position)

/** The accent of the player in a slot (1-6) on the page itself. */
export const pageAccentOf = (palette: Palette, position: number) => inTurn(palette.pageAccents, position)
