import sharp from 'sharp'
import { digitsWidth, drawDigits } from './digits'
import { outlines, type Line } from './texts'

/** Lengths in px. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Colours on the board's own ground; rows, cells and banners are black panels on every ground. */
export interface Inks {
  title: string
  text: string
  quiet: string
  rays: string
}

/** A picture as it is drawn: shapes at once, texts in one go at the end. */
export class Canvas {
  readonly shapes: string[] = []
  readonly patterns = new Set<string>()
  readonly lines: Line[] = []

  constructor(readonly inks: Inks) {}

  box({ left, top, width, height }: Box, attributes: string): void {
    this.shapes.push(`<rect x="${left}" y="${top}" width="${width}" height="${height}" ${attributes}/>`)
  }

  /** A score in segments as tall as asked, unless that is too wide; returns its width. */
  digits(
    score: string,
    right: number,
    middle: number,
    high: number,
    widest: number,
    color: string,
    glows = false,
  ): number {
    const size = Math.min(high, widest / digitsWidth(score))
    this.shapes.push(drawDigits(score, right, middle, size, color, glows))
    return digitsWidth(score) * size
  }

  /** All of it as a PNG of this size (px), on a ground of shapes. */
  async png({ width, height }: { width: number; height: number }, ground: string): Promise<Buffer> {
    const letters = await outlines(this.lines.filter(({ text, width: room }) => text !== '' && room > 10))
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}<defs>${[...this.patterns].join('')}</defs>${this.shapes.join('')}${letters}</svg>`
    return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer()
  }
}

/** The product's three balls. */
export const mark = (x: number, y: number, size: number, ink: string) =>
  `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 32})"><circle cx="11" cy="19" r="6" fill="#ff8a1f"/><circle cx="20" cy="12" r="4" fill="${ink}"/><circle cx="25" cy="20" r="2.6" fill="#8a8a92"/></g>`
