/** Spreadsheets on Windows write their tables in the code page of western languages, or in UTF-16. */
const marks = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** What Windows has from 0x80 to 0x9f, where Latin-1 has nothing to see. A TextDecoder of some versions of Node takes it for Latin-1. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The text of a file, whichever way its program wrote letters, without a byte order mark. */
export function textIn(file: Uint8Array): string {
  const marked = marks.find(({ bytes }) => bytes.every((byte, at) => file[at] === byte))
  if (marked) return new TextDecoder(marked.encoding).decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return Buffer.from(file)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (letter) => windows[letter.charCodeAt(0) - 0x80]!)
  }
}
