import type { BoardPicture, PicturePanel, PictureRow } from './boardPicture'
import { Canvas, mark, type Box, type Inks } from './canvas'
import { drawDots } from './dots'

/** px, as chats and social sites ask for */
const pictureSize = { width: 1200, height: 630 } as const

const { width, height } = pictureSize
const margin = 48
const [ink, gold, amber, black] = ['#fff4e0', '#ffc629', '#ff8a1f', '#000000']
const playerColors = ['#3fe0ff', '#ff8ad0', '#ffc629', '#63f291', '#bda6ff', '#ff9d66']
const accentOf = ({ kind }: PicturePanel, { place }: PictureRow) =>
  kind === 'ranking' ? amber : (playerColors[(place - 1) % playerColors.length] ?? amber)

/** @param ground `#rrggbb` */
function inksOn(ground: string): Inks {
  const channels = [0, 2, 4].map((at) => (Number.parseInt(ground.slice(at + 1, at + 3), 16) / 255) ** 2.2)
  const luminance = 0.2126 * channels[0]! + 0.7152 * channels[1]! + 0.0722 * channels[2]!
  // Where black and white are equally easy to read.
  if (luminance > 0.179) return { title: '#14110d', text: '#14110d', quiet: '#14110d', rays: black }
  if (luminance < 0.001) return { title: '#ffffff', text: '#d9d0c0', quiet: '#b3aa9b', rays: amber }
  return { title: '#ffffff', text: '#ffffff', quiet: '#ffffff', rays: '#ffffff' }
}

/** A dot matrix; words that it cannot say stand on it in plain letters. */
function drawBanner(canvas: Canvas, box: Box, { text, color }: { text: string; color: string }, size: number): void {
  canvas.box(box, `rx="6" fill="#070605" stroke="#2a251f"`)
  const dots = drawDots(text, box, color)
  if (dots) {
    canvas.patterns.add(dots.patterns)
    canvas.shapes.push(dots.shapes)
    return
  }
  canvas.lines.push({
    text,
    left: box.left + 16,
    middle: box.top + box.height / 2,
    width: box.width - 32,
    size,
    color,
    align: 'center',
  })
}

function drawBall(canvas: Canvas, ball: number, right: number, middle: number, size: number, color: string): void {
  const ballWidth = canvas.digits(String(ball), right, middle, size, 200, color)
  canvas.shapes.push(
    `<circle cx="${right - ballWidth - size * 0.8}" cy="${middle}" r="${size / 2}" fill="url(#chrome)"/>`,
  )
}

/** Beside its name where there is room, below it where one player has the whole height. */
function drawRow(canvas: Canvas, panel: PicturePanel, row: PictureRow, box: Box): void {
  const color = panel.kind === 'ranking' && row.isAhead ? gold : accentOf(panel, row)
  const lit = row.isAhead ? color : ink
  canvas.box(box, `rx="8" fill="#14120f" stroke="#2a251f"`)
  if (row.isAhead) canvas.box(box, `rx="8" fill="${color}" fill-opacity=".13" stroke="${color}" stroke-width="2.5"`)
  const [inner, right] = [box.left + 84, box.left + box.width - 24]
  const isTall = box.height >= 170
  const middle = isTall ? box.top + box.height * 0.27 : box.top + box.height / 2
  const radius = Math.min(26, box.height * 0.36)
  canvas.shapes.push(
    `<circle cx="${box.left + 44}" cy="${middle}" r="${radius}" ${row.isAhead ? `fill="${color}"` : `fill="none" stroke="${color}" stroke-width="2.5"`}/>`,
  )
  canvas.lines.push({
    text: String(row.place),
    left: box.left + 4,
    middle,
    width: 80,
    size: radius * 1.25,
    color: row.isAhead ? black : color,
    align: 'center',
  })
  if (isTall) {
    canvas.lines.push({
      text: row.name,
      left: inner,
      middle,
      width: right - inner,
      size: 58,
      color: '#ffffff',
      instead: row.unnamed,
    })
    canvas.digits(
      row.score,
      right,
      box.top + box.height * 0.7,
      Math.min(150, box.height * 0.42),
      right - box.left - 48,
      lit,
      row.isAhead,
    )
    return
  }
  const scoreWidth = canvas.digits(row.score, right, middle, Math.min(64, box.height * 0.62), 560, lit, row.isAhead)
  canvas.lines.push({
    text: row.name,
    left: inner,
    middle,
    width: right - scoreWidth - 28 - inner,
    size: Math.min(46, box.height * 0.66),
    color: row.isAhead ? '#ffffff' : ink,
    instead: row.unnamed,
  })
}

/** One board on the whole picture. */
function drawScreen(canvas: Canvas, panel: PicturePanel): void {
  let top = 152
  const box = (high: number): Box => ({ left: margin, top, width: width - 2 * margin, height: high })
  if (panel.ball !== undefined) drawBall(canvas, panel.ball, width - margin - 4, 78, 58, canvas.inks.title)
  if (panel.banner) {
    drawBanner(canvas, box(64), panel.banner, 44)
    top += 76
  }
  const { rows } = panel
  const gap = 8
  const room = 574 - top
  const aheadShare = rows.length > 1 && rows.some(({ isAhead }) => isAhead) ? (panel.kind === 'ranking' ? 1.5 : 1.6) : 1
  const shares = rows.reduce((sum, { isAhead }) => sum + (isAhead ? aheadShare : 1), 0)
  const tallest = panel.kind === 'ranking' ? 96 : 340
  const one = (room - gap * Math.max(0, rows.length - 1)) / Math.max(1, shares)
  for (const row of rows) {
    const high = row.isAhead ? one * aheadShare : one
    drawRow(canvas, panel, row, box(Math.min(high, tallest)))
    top += Math.min(high, tallest) + gap
  }
  if (rows.length === 0) drawWords(canvas, 'The next score shows here, live')
}

const cellGap = 14

/** Several boards in a grid without an empty place, as on the wall: the first rows have fewer and wider ones. */
function drawGrid(canvas: Canvas, panels: readonly PicturePanel[]): void {
  const lines = Math.ceil(panels.length / (panels.length > 4 ? 3 : 2))
  const [firstTop, bottom] = [136, 578]
  const high = (bottom - firstTop - cellGap * (lines - 1)) / lines
  let drawn = 0
  for (let line = 0; line < lines; line += 1) {
    const row = panels.slice(drawn, drawn + Math.floor((panels.length + line) / lines))
    const wide = (width - 2 * margin - cellGap * (row.length - 1)) / row.length
    for (const [at, panel] of row.entries())
      drawCell(canvas, panel, {
        left: margin + at * (wide + cellGap),
        top: firstTop + line * (high + cellGap),
        width: wide,
        height: high,
      })
    drawn += row.length
  }
}

function drawCell(canvas: Canvas, panel: PicturePanel, box: Box): void {
  canvas.box(box, `rx="8" fill="#0d0c0b" stroke="#2a251f"`)
  const [left, right] = [box.left + 16, box.left + box.width - 16]
  if (panel.ball !== undefined) drawBall(canvas, panel.ball, right, box.top + 29, 26, '#ffffff')
  canvas.lines.push({
    text: panel.title.toUpperCase(),
    left,
    middle: box.top + 30,
    width: right - left - (panel.ball === undefined ? 0 : 68),
    size: 32,
    color: '#ffffff',
  })
  let top = box.top + 56
  if (panel.banner) {
    drawBanner(canvas, { left: box.left + 1, top, width: box.width - 2, height: 36 }, panel.banner, 25)
    top += 42
  }
  const room = box.top + box.height - 8 - top
  const [only] = panel.rows
  if (only && panel.rows.length === 1) {
    drawOnly(canvas, panel, only, { left: box.left + 6, top: top + 1, width: box.width - 12, height: room })
    return
  }
  const high = Math.min(56, Math.max(27, room / Math.max(1, panel.rows.length)))
  const ahead = panel.rows.findIndex(({ isAhead }) => isAhead)
  const fits = Math.floor(room / high)
  // Who is up is seen, also where not all have room.
  const from = Math.max(0, Math.min(ahead - fits + 1, panel.rows.length - fits))
  for (const [at, row] of panel.rows.slice(from, from + fits).entries()) {
    const middle = top + high * (at + 0.5)
    const color = panel.kind === 'ranking' && row.isAhead ? gold : accentOf(panel, row)
    if (row.isAhead)
      canvas.box(
        { left: box.left + 6, top: top + high * at + 1, width: box.width - 12, height: high - 2 },
        `rx="4" fill="${color}" fill-opacity=".16"`,
      )
    const scoreWidth = canvas.digits(
      row.score,
      right - 2,
      middle,
      high * 0.56,
      box.width * (box.width < 400 ? 0.46 : 0.56),
      row.isAhead ? color : ink,
      row.isAhead,
    )
    const size = Math.min(34, high * 0.76)
    canvas.lines.push({ text: String(row.place), left: left - 6, middle, width: 36, size, color, align: 'center' })
    canvas.lines.push({
      text: row.name,
      left: left + 38,
      middle,
      width: right - scoreWidth - 14 - left - 38,
      size,
      color: row.isAhead ? '#ffffff' : '#d9d0c0',
      instead: row.unnamed,
    })
  }
}

/** The one player of a cell: the name above the score. */
function drawOnly(canvas: Canvas, panel: PicturePanel, row: PictureRow, box: Box): void {
  const color = panel.kind === 'ranking' ? gold : accentOf(panel, row)
  const [left, right] = [box.left + 14, box.left + box.width - 12]
  canvas.box(box, `rx="4" fill="${color}" fill-opacity=".16"`)
  canvas.lines.push({
    text: row.name,
    left,
    middle: box.top + box.height * 0.28,
    width: right - left,
    size: Math.min(44, box.height * 0.38),
    color: '#ffffff',
    instead: row.unnamed,
  })
  canvas.digits(row.score, right, box.top + box.height * 0.72, box.height * 0.42, right - left, color, true)
}

/** Where no score is to be drawn yet, or only a remote can draw its type. */
function drawWords(canvas: Canvas, text: string): void {
  canvas.shapes.push(mark(width / 2, 330, 150, canvas.inks.title))
  canvas.lines.push({
    text,
    left: margin,
    middle: 470,
    width: width - 2 * margin,
    size: 44,
    color: canvas.inks.text,
    align: 'center',
  })
}

const rays = Array.from({ length: 12 }, (_, at) => {
  const angle = ((at - 5.5) / 12) * Math.PI * 0.95
  const edge = (turn: number) =>
    `${(600 + Math.sin(angle + turn) * 1100).toFixed(0)} ${(-90 + Math.cos(angle + turn) * 1100).toFixed(0)}`
  return `M600 -90L${edge(-0.06)}L${edge(0.06)}Z`
}).join('')

const groundOf = (color: string, { rays: tint }: Inks) => `<defs>
<radialGradient id="chrome" cx=".36" cy=".3" r=".75"><stop offset="0" stop-color="#fff"/><stop offset=".45" stop-color="#b9b9c0"/><stop offset="1" stop-color="#45454c"/></radialGradient>
<linearGradient id="rays" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${tint}" stop-opacity=".13"/><stop offset="1" stop-color="${tint}" stop-opacity="0"/></linearGradient>
</defs><rect width="${width}" height="${height}" fill="${color}"/><path d="${rays}" fill="url(#rays)"/>`

function drawFoot(canvas: Canvas, panels: readonly PicturePanel[]): void {
  const isLive = panels.some((panel) => panel.isLive)
  if (isLive) canvas.shapes.push(`<circle cx="${margin + 8}" cy="602" r="7" fill="#4df08a"/>`)
  canvas.lines.push({
    text: isLive ? 'Live' : 'Live scores',
    left: margin + (isLive ? 24 : 0),
    middle: 602,
    width: 400,
    size: 24,
    color: canvas.inks.quiet,
  })
  canvas.shapes.push(mark(1042, 602, 36, canvas.inks.title))
  canvas.lines.push({
    text: 'Multiball',
    left: 1062,
    middle: 602,
    width: width - margin - 1062,
    size: 28,
    color: canvas.inks.title,
  })
}

/** A picture of a board as a PNG. */
export async function drawPicture({ title, venue, panels, ground }: BoardPicture): Promise<Buffer> {
  const inks = inksOn(ground)
  const canvas = new Canvas(inks)
  const alone = panels.length === 1 ? panels[0]! : undefined
  const heading = alone?.kind === 'game' && alone.title !== '' ? alone.title : title
  const other = heading === title ? (alone?.title ?? '') : title
  const below = [...(other === '' || other === heading ? [] : [other]), ...(venue ? [venue] : [])].join('  ·  ')
  const besideBall = width - 2 * margin - (alone?.ball === undefined ? 0 : 140)
  canvas.lines.push({
    text: heading.toUpperCase(),
    left: margin,
    middle: below ? 66 : 82,
    width: besideBall,
    size: 66,
    color: inks.title,
  })
  if (below)
    canvas.lines.push({ text: below, left: margin, middle: 117, width: besideBall, size: 30, color: inks.text })
  if (alone) drawScreen(canvas, alone)
  else if (panels.length > 0) drawGrid(canvas, panels)
  else drawWords(canvas, 'Open the link to watch it live')
  drawFoot(canvas, panels)
  return canvas.png(pictureSize, groundOf(ground, inks))
}
