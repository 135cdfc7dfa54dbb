import {
  dotDigits,
  drumFigures,
  drumWidth,
  hasCommaAfter,
  sevenSegments,
  starburst,
  type DigitShapes,
} from '@multiball/shared/glyphs'
import type { MachineDisplay } from '@multiball/shared/schema'
import type { Box, Canvas } from './canvas'

/*
 * A score in the manner of a machine's own display, as walls draw it (shared/src/display/looks), in the middle of a box: lengths
 * in px, `em` is the height of its digits.
 */

interface Figures {
  /** of so many digits, in em, with what stands around them */
  width(digits: number): number
  /** how much higher than its digits it is, in em */
  rim: number
  /** @param left edge, @param top of the digits */
  draw(canvas: Canvas, score: string, left: number, top: number, em: number): void
}

interface Lights {
  shapes: DigitShapes
  color: string
  glow: string
  unlit: string
  panel: string
  edge: string
  /** left and right of the digits, em */
  side: number
  /** dots are the points of dashed lines */
  areDots?: boolean
}

/** Digits that light up behind glass. */
const lit = ({ shapes, color, glow, unlit, panel, edge, side, areDots = false }: Lights): Figures => ({
  width: (digits) => shapes.width(digits) + 2 * side,
  rim: 0.3,
  draw(canvas, score, left, top, em) {
    const width = this.width(score.length) * em
    canvas.box(
      { left, top: top - 0.11 * em, width, height: 1.28 * em },
      `rx="${0.09 * em}" fill="${panel}" stroke="${edge}" stroke-width="${0.014 * em}"`,
    )
    const cells = [...score].map(
      (character, at) =>
        `<path transform="translate(${shapes.cellLeft(at, score.length)} 0)" d="${shapes.litCell(character, hasCommaAfter(at, score.length))}"/>`,
    )
    const place = `translate(${left + side * em} ${top}) scale(${em / 100}) ${shapes.transform}`
    const dots = (size: number) =>
      areDots ? `fill="none" stroke-linecap="round" stroke-dasharray="0 1" stroke-width="${size}"` : ''
    const haze = areDots
      ? ''
      : `<g fill="none" stroke="${glow}" stroke-opacity=".22" stroke-width="12" stroke-linejoin="round">${cells.join('')}</g>`
    canvas.shapes.push(
      `<g transform="${place}"><path ${areDots ? `stroke="${unlit}" ${dots(0.86)}` : `fill="${unlit}"`} d="${shapes.unlitCells(score.length)}"/>${haze}<g ${areDots ? `stroke="${color}" ${dots(0.94)}` : `fill="${color}"`}>${cells.join('')}</g></g>`,
    )
  },
})

const separatorWidth = 0.2
const frame = 0.08

interface Windows {
  /** behind a figure, by its group of three from the right */
  grounds: readonly string[]
  comma: string
  bank: string
  edge: string
  isShaded: boolean
}

/** Printed figures behind windows. */
const printed = ({ grounds, comma, bank, edge, isShaded }: Windows): Figures => ({
  width: (digits) => drumWidth * digits + separatorWidth * Math.floor((digits - 1) / 3) + 2 * frame,
  rim: 0.06,
  draw(canvas, score, left, top, em) {
    canvas.patterns.add(
      `<linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#201204" stop-opacity=".62"/><stop offset=".22" stop-color="#201204" stop-opacity=".12"/><stop offset=".44" stop-color="#fff" stop-opacity=".16"/><stop offset=".74" stop-color="#201204" stop-opacity=".08"/><stop offset="1" stop-color="#201204" stop-opacity=".6"/></linearGradient>${bank}`,
    )
    const box = (place: Box, attributes: string) => canvas.box(place, attributes)
    box(
      { left, top, width: this.width(score.length) * em, height: em },
      `rx="${0.08 * em}" fill="url(#bank)" stroke="${edge}" stroke-width="${0.02 * em}"`,
    )
    let x = left + frame * em
    for (const [at, character] of [...score].entries()) {
      const window = { left: x + 0.02 * em, top: top + 0.06 * em, width: 0.58 * em, height: 0.88 * em }
      const group = Math.floor((score.length - 1 - at) / 3) % grounds.length
      box(window, `rx="${0.06 * em}" fill="${grounds[group]!}"`)
      canvas.shapes.push(
        `<path transform="translate(${x + 0.11 * em} ${top + 0.18 * em}) scale(${em / 100})" fill="none" stroke="#14100c" stroke-width="11.5" stroke-linejoin="round" stroke-linecap="round" d="${drumFigures[Number(character)] ?? ''}"/>`,
      )
      if (isShaded) box(window, `rx="${0.06 * em}" fill="url(#shade)"`)
      x += drumWidth * em
      if (!hasCommaAfter(at, score.length)) continue
      canvas.shapes.push(
        `<path transform="translate(${x + 0.05 * em} ${top + 0.76 * em}) scale(${em / 100})" fill="${comma}" d="M6 0C12 0 14 5 12 10L7 18H1L5 10C-1 8 0 0 6 0Z"/>`,
      )
      x += separatorWidth * em
    }
  },
})

const lamp = (id: string, color: string, edge: string) =>
  `<radialGradient id="${id}" cx=".5" cy=".46" r=".75"><stop offset="0" stop-color="#fff6d8"/><stop offset=".62" stop-color="${color}"/><stop offset="1" stop-color="${edge}"/></radialGradient>`
const bank = (...colors: [string, string]) =>
  `<linearGradient id="bank" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colors[0]}"/><stop offset=".5" stop-color="${colors[1]}"/><stop offset="1" stop-color="${colors[0]}"/></linearGradient>`

/** Bright type, lit from its edges. */
const typed: Figures = {
  width: (digits) => 0.57 * digits + 0.27 * Math.floor((digits - 1) / 3) + 0.3,
  rim: 0.3,
  draw(canvas, score, left, top, em) {
    canvas.patterns.add(
      `<linearGradient id="type" x1="0" y1="0" x2="0" y2="1"><stop offset=".4" stop-color="#fff"/><stop offset=".85" stop-color="#ffd257"/></linearGradient><linearGradient id="screen" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#101a34"/><stop offset="1" stop-color="#05070f"/></linearGradient>`,
    )
    const width = this.width(score.length) * em
    canvas.box(
      { left, top: top - 0.12 * em, width, height: 1.3 * em },
      `rx="${0.1 * em}" fill="url(#screen)" stroke="#ffd257" stroke-opacity=".55" stroke-width="${0.02 * em}"`,
    )
    canvas.lines.push({
      text: score.replace(/\B(?=(?:\d{3})+$)/g, ','),
      left,
      middle: top + em * 0.54,
      width,
      size: em * 1.36,
      color: 'url(#type)',
      align: 'center',
    })
  },
}

const usual = lit({
  shapes: sevenSegments,
  color: '#ffc629',
  glow: '#ffb224',
  unlit: 'rgba(255,198,41,.07)',
  panel: '#090705',
  edge: '#33260f',
  side: 0.16,
})

const kinds: Record<MachineDisplay, Figures> = {
  reels: printed({
    grounds: ['#f6ecd2'],
    comma: '#e6c98e',
    bank: bank('#2a1c0c', '#6a4a1e'),
    edge: '#ffd98a',
    isShaded: true,
  }),
  lights: printed({
    grounds: ['url(#lamp0)', 'url(#lamp1)', 'url(#lamp2)'],
    comma: '#c79a5f',
    bank:
      bank('#150d09', '#1d120c') +
      lamp('lamp0', '#ffd166', '#e09a30') +
      lamp('lamp1', '#ffad6b', '#e8935a') +
      lamp('lamp2', '#b9e08c', '#8fbb58'),
    edge: '#ffd98a',
    isShaded: false,
  }),
  numeric: lit({
    shapes: sevenSegments,
    color: '#ffa25e',
    glow: '#ff6018',
    unlit: 'rgba(255,120,50,.08)',
    panel: '#0b0605',
    edge: '#4a2c1c',
    side: 0.16,
  }),
  alphanumeric: lit({
    shapes: starburst,
    color: '#a8f3ff',
    glow: '#46d7f5',
    unlit: 'rgba(110,235,255,.075)',
    panel: '#04090b',
    edge: '#1d3c46',
    side: 0.16,
  }),
  'dot-matrix': lit({
    shapes: dotDigits,
    color: '#ffbd66',
    glow: '#ff8a1f',
    unlit: 'rgba(255,138,31,.16)',
    panel: '#0a0502',
    edge: '#8a4e12',
    side: 0.06,
    areDots: true,
  }),
  lcd: typed,
}

/** Draws a score such as '1284906' as large as it fits, in the middle of a box. */
export function drawFigures(canvas: Canvas, display: MachineDisplay | null, score: string, box: Box): void {
  const figures = display ? kinds[display] : usual
  const em = Math.min(box.height / (1 + figures.rim), box.width / figures.width(score.length))
  const left = box.left + (box.width - figures.width(score.length) * em) / 2
  figures.draw(canvas, score, left, box.top + (box.height - em) / 2, em)
}
