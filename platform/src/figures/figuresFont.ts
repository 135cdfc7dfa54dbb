import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { brotliCompressSync, constants, inflateSync } from 'node:zlib'

/*
 * Makes the font of compact scores: the figures of another TrueType font, each in a cell of the same width. With it a
 * score is one text that never changes its width; without, every digit would be an element of its own.
 */

interface Cell {
  character: string
  /** in units of the source */
  width: number
}

type Tables = Map<string, Buffer>

/** The tables of a WOFF file. */
function readWoff(file: Buffer): Tables {
  const tables: Tables = new Map()
  for (let index = 0; index < file.readUInt16BE(12); index += 1) {
    const entry = 44 + index * 20
    const [offset, stored, length] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at)) as [number, number, number]
    const bytes = file.subarray(offset, offset + stored)
    tables.set(file.toString('latin1', entry, entry + 4), stored < length ? inflateSync(bytes) : bytes)
  }
  return tables
}

/** The glyph of a character, by the font's table of the basic plane. */
function glyphOf(cmap: Buffer, character: string): number {
  const code = character.charCodeAt(0)
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(8 + index * 8))
    if (table.readUInt16BE(0) !== 4) continue
    const segments = table.readUInt16BE(6) / 2
    for (let segment = 0; segment < segments; segment += 1) {
      const at = (row: number) => 14 + 2 * segment + row * 2 * segments + (row > 0 ? 2 : 0)
      if (code > table.readUInt16BE(at(0))) continue
      const [start, delta, range] = [table.readUInt16BE(at(1)), table.readUInt16BE(at(2)), table.readUInt16BE(at(3))]
      if (code < start) break
      return range === 0 ? (code + delta) & 0xffff : table.readUInt16BE(at(3) + range + 2 * (code - start))
    }
  }
  throw new Error(`The font has no ${character}`)
}

interface Point {
  x: number
  y: number
  isOnCurve: boolean
}

interface Outline {
  /** index of each contour's last point */
  ends: number[]
  points: Point[]
}

function readOutline(glyph: Buffer): Outline {
  const contours = glyph.readInt16BE(0)
  if (contours < 0) throw new Error('A figure is made of other glyphs')
  const ends = Array.from({ length: contours }, (_, index) => glyph.readUInt16BE(10 + 2 * index))
  const count = ends.at(-1)! + 1
  let at = 10 + 2 * contours
  at += 2 + glyph.readUInt16BE(at)
  const flags: number[] = []
  while (flags.length < count) {
    const flag = glyph[at++]!
    const repeats = flag & 8 ? glyph[at++]! : 0
    flags.push(...Array<number>(repeats + 1).fill(flag))
  }
  const coordinates = (isShort: number, isSame: number) => {
    let value = 0
    return flags.map((flag) => {
      if (flag & isShort) value += flag & isSame ? glyph[at++]! : -glyph[at++]!
      else if (!(flag & isSame)) {
        value += glyph.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const xs = coordinates(2, 16)
  const ys = coordinates(4, 32)
  return { ends, points: flags.map((flag, index) => ({ x: xs[index]!, y: ys[index]!, isOnCurve: (flag & 1) === 1 })) }
}

const words = (...values: number[]) => {
  const buffer = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => buffer.writeUInt16BE(value & 0xffff, index * 2))
  return buffer
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

/** Every coordinate as a word: the compression makes good for it. */
function writeOutline({ ends, points }: Outline): Buffer {
  if (points.length === 0) return Buffer.alloc(0)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const steps = (values: number[]) => words(...values.map((value, index) => value - (values[index - 1] ?? 0)))
  const header = words(ends.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), ...ends, 0)
  return padded(
    Buffer.concat([header, Buffer.from(points.map(({ isOnCurve }) => (isOnCurve ? 1 : 0))), steps(xs), steps(ys)]),
  )
}

/** The outline in the middle of its cell; one that is wider than its cell keeps its left edge. */
function centred(outline: Outline, advance: number, width: number): Outline {
  const shift = advance > width ? 0 : Math.round((width - advance) / 2)
  return { ...outline, points: outline.points.map((point) => ({ ...point, x: point.x + shift })) }
}

function sum(bytes: Buffer): number {
  let total = 0
  for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0
  return total
}

function nameTable(family: string, license: string): Buffer {
  const texts: [number, string][] = [
    [1, family],
    [2, 'Regular'],
    [4, family],
    [6, family.replaceAll(' ', '')],
    [13, license],
  ]
  const encoded = texts.map(([, text]) => Buffer.from(text, 'utf16le').swap16())
  let offset = 0
  const records = texts.map(([id], index) => {
    const { length } = encoded[index]!
    const record = words(3, 1, 0x409, id, length, offset)
    offset += length
    return record
  })
  return Buffer.concat([words(0, texts.length, 6 + 12 * texts.length), ...records, ...encoded])
}

/** Characters that follow each other share a segment; characters come in ascending order. */
function cmapTable(codes: readonly number[]): Buffer {
  const all = [...codes, 0xffff]
  const [ends, starts] = [all, all]
  const deltas = all.map((code, index) => (code === 0xffff ? 1 : index + 1 - code))
  const length = 16 + 8 * all.length
  const power = 2 ** Math.floor(Math.log2(all.length))
  const table = words(
    4,
    length,
    0,
    2 * all.length,
    2 * power,
    Math.log2(power),
    2 * (all.length - power),
    ...ends,
    0,
    ...starts,
    ...deltas,
    ...all.map(() => 0),
  )
  return Buffer.concat([words(0, 1, 3, 1, 0, 12), table])
}

/** The tables of a font that has these figures, each in its cell, and nothing else. */
function makeTables(
  source: Tables,
  cells: readonly Cell[],
  family: string,
  license: string,
): [tag: string, bytes: Buffer][] {
  const copy = (tag: string) => Buffer.from(source.get(tag)!)
  const ordered = [...cells].sort((one, other) => one.character.charCodeAt(0) - other.character.charCodeAt(0))
  const [glyf, loca, hmtx, hhea, head, maxp, os2] = [
    copy('glyf'),
    copy('loca'),
    copy('hmtx'),
    copy('hhea'),
    copy('head'),
    copy('maxp'),
    copy('OS/2'),
  ]
  const isLong = head.readInt16BE(50) === 1
  const offsetOf = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)
  const measured = hhea.readUInt16BE(34)
  const figures = ordered.map(({ character, width }) => {
    const glyph = glyphOf(source.get('cmap')!, character)
    const advance = hmtx.readUInt16BE(Math.min(glyph, measured - 1) * 4)
    return { width, outline: centred(readOutline(glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1))), advance, width) }
  })
  // The first glyph stands for what a font lacks: nothing.
  const glyphs = [Buffer.alloc(0), ...figures.map(({ outline }) => writeOutline(outline))]
  const offsets = glyphs.reduce<number[]>((all, { length }) => [...all, all.at(-1)! + length], [0])
  const widest = Math.max(...cells.map(({ width }) => width))

  head.writeInt16BE(0, 50)
  head.writeUInt32BE(0, 8)
  hhea.writeUInt16BE(glyphs.length, 34)
  hhea.writeUInt16BE(widest, 10)
  maxp.writeUInt16BE(glyphs.length, 4)
  os2.writeUInt16BE(ordered[0]!.character.charCodeAt(0), 64)
  os2.writeUInt16BE(ordered.at(-1)!.character.charCodeAt(0), 66)
  const post = Buffer.alloc(32)
  source.get('post')!.copy(post, 0, 0, 32)
  post.writeUInt32BE(0x30000, 0)

  return [
    ['OS/2', os2],
    ['cmap', cmapTable(ordered.map(({ character }) => character.charCodeAt(0)))],
    ['glyf', Buffer.concat(glyphs)],
    ['head', head],
    ['hhea', hhea],
    [
      'hmtx',
      Buffer.concat([
        words(widest, 0),
        ...figures.map(({ width, outline }) => words(width, Math.min(...outline.points.map(({ x }) => x)))),
      ]),
    ],
    ['loca', words(...offsets.map((offset) => offset / 2))],
    ['maxp', maxp],
    ['name', nameTable(family, license)],
    ['post', post],
  ]
}

/** Numbers of the tags that WOFF2 knows. */
const known: Record<string, number> = {
  cmap: 0,
  head: 1,
  hhea: 2,
  hmtx: 3,
  maxp: 4,
  name: 5,
  'OS/2': 6,
  post: 7,
  glyf: 10,
  loca: 11,
}
/** glyf and loca as they are, not in WOFF2's own form. */
const untransformed = 3 << 6

function variableLength(value: number): Buffer {
  const bytes = [value & 127]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 127) | 128)
  return Buffer.from(bytes)
}

function writeWoff2(tables: [tag: string, bytes: Buffer][]): Buffer {
  const plainSize = 12 + 16 * tables.length + tables.reduce((all, [, bytes]) => all + padded(bytes).length, 0)
  const directory = Buffer.concat(
    tables.map(([tag, { length }]) =>
      Buffer.concat([
        Buffer.from([known[tag]! | (tag === 'glyf' || tag === 'loca' ? untransformed : 0)]),
        variableLength(length),
      ]),
    ),
  )
  const packed = brotliCompressSync(Buffer.concat(tables.map(([, bytes]) => bytes)), {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT, [constants.BROTLI_PARAM_QUALITY]: 11 },
  })
  const header = Buffer.alloc(48)
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt32BE(padded(Buffer.concat([header, directory, packed])).length, 8)
  header.writeUInt16BE(tables.length, 12)
  header.writeUInt32BE(plainSize, 16)
  header.writeUInt32BE(packed.length, 20)
  header.writeUInt16BE(1, 24)
  return padded(Buffer.concat([header, directory, packed]))
}

/** Sets the checksum that makes the file's own sum a constant. */
function signed(tables: [tag: string, bytes: Buffer][]): [tag: string, bytes: Buffer][] {
  const head = tables.find(([tag]) => tag === 'head')![1]
  const entries = Buffer.alloc(12 + 16 * tables.length)
  const power = 2 ** Math.floor(Math.log2(tables.length))
  entries.writeUInt32BE(0x00010000, 0)
  words(tables.length, 16 * power, Math.log2(power), 16 * (tables.length - power)).copy(entries, 4)
  let offset = entries.length
  for (const [index, [tag, bytes]] of tables.entries()) {
    entries.write(tag, 12 + 16 * index, 'latin1')
    entries.writeUInt32BE(sum(padded(bytes)), 16 + 16 * index)
    entries.writeUInt32BE(offset, 20 + 16 * index)
    entries.writeUInt32BE(bytes.length, 24 + 16 * index)
    offset += padded(bytes).length
  }
  const total = (sum(entries) + tables.reduce((all, [, bytes]) => all + sum(padded(bytes)), 0)) % 2 ** 32
  head.writeUInt32BE((0xb1b0afba - total + 2 ** 32) % 2 ** 32, 8)
  return tables
}

/**
 * A WOFF2 font of these figures, taken from a WOFF font with TrueType outlines, without hints.
 * @throws when the source lacks one of them
 */
const makeFiguresFont = (woff: Buffer, cells: readonly Cell[], family: string, license: string): Buffer =>
  writeWoff2(signed(makeTables(readWoff(woff), cells, family, license)))

/** Where pages take it from. */
export const fontFile = path.resolve(
  import.meta.dirname,
  '../../../shared/src/display/figures/multiball-figures-700.woff2',
)

/** The font of compact scores, made of the installed face. shared/src/display/numbers/score.ts counts with the same widths. */
export function figuresFont(): Buffer {
  const source = createRequire(fontFile).resolve(
    '@fontsource/saira-extra-condensed/files/saira-extra-condensed-latin-700-normal.woff',
  )
  const digits = [...'-0123456789'].map((character) => ({ character, width: 418 }))
  return makeFiguresFont(
    readFileSync(source),
    [...digits, { character: ',', width: 200 }],
    'Multiball Figures',
    'SIL Open Font License 1.1',
  )
}
