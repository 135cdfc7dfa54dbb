import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { figuresFont, fontFile } from './figuresFont'

const folder = path.dirname(fontFile)
const known = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca']

/** The tables of a WOFF2 file whose glyphs are not transformed. */
function tablesOf(file: Buffer): Record<string, Buffer> {
  let at = 48
  const lengths = Array.from({ length: file.readUInt16BE(12) }, () => {
    const tag = known[file[at++]! & 63]!
    let length = 0
    do length = length * 128 + (file[at]! & 127)
    while (file[at++]! & 128)
    return [tag, length] as const
  })
  let bytes = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  return Object.fromEntries(
    lengths.map(([tag, length]) => {
      const table = bytes.subarray(0, length)
      bytes = bytes.subarray(length)
      return [tag, table]
    }),
  )
}

test('the stored font is the one that is made from the faces that are installed', () => {
  // Not the files: another version of the compression may write other bytes.
  expect(tablesOf(readFileSync(fontFile))).toEqual(tablesOf(figuresFont()))
})

test('all figures are as wide as widths.ts counts with', () => {
  const { hmtx = Buffer.alloc(0), maxp = Buffer.alloc(0) } = tablesOf(readFileSync(fontFile))
  const widths = Array.from({ length: maxp.readUInt16BE(4) }, (_, glyph) => hmtx.readUInt16BE(glyph * 4))
  // Nothing, the comma, the minus and ten digits.
  expect(widths).toEqual([418, 200, ...Array<number>(11).fill(418)])
})

test('its license lies beside it, and it does not bear the reserved name', () => {
  expect(readFileSync(path.join(folder, 'LICENSE'), 'utf8')).toContain('SIL OPEN FONT LICENSE')
  const { name = Buffer.alloc(0) } = tablesOf(readFileSync(fontFile))
  const texts = Buffer.from(name.subarray(name.readUInt16BE(4)))
    .swap16()
    .toString('utf16le')
  expect(texts).toContain('Multiball Figures')
  expect(texts).not.toContain('Saira')
})
