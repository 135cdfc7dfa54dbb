import { dotCapitals, litText, slant, textAdvance, textCells } from '@multiball/shared/glyphs'
import type { MachineDisplay } from '@multiball/shared/schema'
import { Canvas, mark, type Box } from './canvas'
import { drawDots } from './dots'
import { drawFigures } from './figures'
import { grouped, type MomentPicture } from './momentPicture'
import { scenery } from './scenery'
import type { Line } from './texts'

/** `wide` as chats and social sites ask for it, `upright` for the stories of phones. */
export type MomentForm = 'wide' | 'upright'

const inks = { title: '#ffffff', text: '#d9d0c0', quiet: '#b3aa9b', rays: '#ff8a1f' }
const [gold, green, amber] = ['#ffc629', '#4df08a', '#ff8a1f']

/** em of a capital of the wall's face, on average: what would be cut is set smaller. */
const letter = 0.43
const smallest = 0.55
const fitted = (text: string, size: number, width: number) =>
  Math.max(size * smallest, Math.min(size, width / (Math.max(1, [...text].length) * letter)))

const write = (canvas: Canvas, line: Line) =>
  canvas.lines.push({ ...line, size: fitted(line.text, line.size, line.width) })

/** In dots, in segments that can write, or in letters on glass with a lamp behind it: as the machine's display would say it. */
function drawHeading(canvas: Canvas, display: MachineDisplay | null, text: string, color: string, box: Box): void {
  const isScreen = display === 'lcd'
  canvas.patterns.add(
    `<radialGradient id="lamp" cx=".5" cy=".5" r=".62"><stop offset="0" stop-color="${color}" stop-opacity=".26"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`,
  )
  canvas.box(box, `rx="${isScreen ? 14 : 6}" fill="#080504" stroke="${color}" stroke-opacity=".3" stroke-width="2"`)
  if (display === null || display === 'dot-matrix') {
    const dots = drawDots(text, box, color)
    if (dots) {
      canvas.patterns.add(dots.patterns)
      canvas.shapes.push(dots.shapes)
      return
    }
  }
  canvas.box(box, `rx="6" fill="url(#lamp)"`)
  const cells = display === 'alphanumeric' ? textCells(dotCapitals(text) ?? '') : undefined
  if (cells && cells.length > 0) {
    const em = Math.min(box.height * 0.56, (box.width - 40) / ((cells.length * textAdvance) / 100))
    const left = box.left + (box.width - (em * cells.length * textAdvance) / 100) / 2
    canvas.shapes.push(
      `<g transform="translate(${left} ${box.top + (box.height - em) / 2}) scale(${em / 100}) ${slant}" fill="${color}"><path fill="none" stroke="${color}" stroke-opacity=".2" stroke-width="12" d="${litText(cells, 0)}"/><path d="${litText(cells, 0)}"/></g>`,
    )
    return
  }
  write(canvas, {
    text: text.toUpperCase(),
    left: box.left + 20,
    middle: box.top + box.height / 2,
    width: box.width - 40,
    size: box.height * 0.74,
    color,
    align: 'center',
  })
}

const colorOf = ({ isRecord, heading }: MomentPicture) =>
  isRecord || heading.endsWith('best ever') || heading === 'Best ever'
    ? gold
    : heading === 'Personal best'
      ? green
      : amber

function drawWide(canvas: Canvas, picture: MomentPicture): void {
  const { display, machine, venue, heading, score, name, unnamed, standing, previous, day } = picture
  const [left, width] = [48, 1104]
  const color = colorOf(picture)
  write(canvas, { text: machine.toUpperCase(), left, middle: 64, width, size: 68, color: inks.title })
  write(canvas, { text: venue, left, middle: 119, width, size: 34, color: inks.text })
  drawHeading(canvas, display, heading, color, { left, top: 152, width, height: 84 })
  drawFigures(canvas, display, score, { left, top: 254, width, height: 190 })
  const half = previous ? 640 : width
  write(canvas, {
    text: name,
    left,
    middle: standing ? 490 : 508,
    width: half,
    size: 72,
    color: inks.title,
    instead: unnamed,
  })
  write(canvas, { text: standing, left, middle: 556, width: half, size: 32, color: inks.text })
  if (previous) {
    const line = { left: left + half + 20, width: width - half - 20, align: 'right' as const }
    write(canvas, { ...line, text: `+${grouped(previous.gain)}`, middle: 484, size: 54, color })
    write(canvas, { ...line, text: `Before: ${grouped(previous.score)}`, middle: 529, size: 32, color: inks.text })
    write(canvas, { ...line, text: previous.name, middle: 563, size: 32, color: inks.text, instead: '' })
  }
  canvas.lines.push({ text: day, left, middle: 602, width: 600, size: 26, color: inks.quiet })
  canvas.shapes.push(mark(1060, 602, 36, inks.title))
  canvas.lines.push({ text: 'Multiball', left, middle: 602, width, size: 28, color: inks.title, align: 'right' })
}

/** What phones lay over stories, above and below, stays free. */
function drawUpright(canvas: Canvas, picture: MomentPicture): void {
  const { display, machine, venue, heading, score, name, unnamed, standing, previous, day } = picture
  const [left, width] = [60, 960]
  const color = colorOf(picture)
  const line = { left, width, align: 'center' as const }
  canvas.shapes.push(mark(430, 300, 64, inks.title))
  canvas.lines.push({ text: 'Multiball', left: 470, width: 240, middle: 300, size: 54, color: inks.title })
  write(canvas, { ...line, text: machine.toUpperCase(), middle: 458, size: 132, color: inks.title })
  write(canvas, { ...line, text: venue, middle: 564, size: 54, color: inks.text })
  drawHeading(canvas, display, heading, color, { left, top: 660, width, height: 132 })
  drawFigures(canvas, display, score, { left: left - 20, top: 830, width: width + 40, height: 260 })
  write(canvas, { ...line, text: name, middle: 1196, size: 150, color: inks.title, instead: unnamed })
  // What there is moves up.
  let middle = 1262
  const next = (text: string, size: number, color: string, instead?: string) => {
    if (text === '') return
    middle += size * 0.9 + 14
    write(canvas, { ...line, text, middle, size, color, instead })
    middle += size * 0.4
  }
  next(standing, 54, inks.text)
  if (previous) {
    next(`+${grouped(previous.gain)}`, 84, color)
    next(`Before: ${grouped(previous.score)}`, 50, inks.text)
    next(previous.name, 50, inks.text, '')
  }
  next(day, 44, inks.quiet)
}

const forms = {
  wide: { size: { width: 1200, height: 630 }, draw: drawWide },
  upright: { size: { width: 1080, height: 1920 }, draw: drawUpright },
}

/** A card as a PNG in one of its forms. */
export async function drawMoment(picture: MomentPicture, form: MomentForm): Promise<Buffer> {
  const { size, draw } = forms[form]
  const canvas = new Canvas(inks)
  draw(canvas, picture)
  return canvas.png(size, scenery(picture.display, size))
}
