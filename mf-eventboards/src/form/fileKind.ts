export type FileKind = 'standings' | 'matches' | 'document'

/** What a file is, by how it begins. @param bytes one letter for each byte, whatever its encoding */
export function fileKind(bytes: string): FileKind {
  // Of UTF-16 every other byte is 0; a byte order mark has no ASCII letter.
  const text = bytes
    .slice(0, 2_000)
    .replace(/[^\x20-\x7e\r\n\t]/g, '')
    .trimStart()
  if (text.startsWith('{')) return 'document'
  return /\bplayer1\b/i.test(
    text
      .replace(/^sep=.*/i, '')
      .trimStart()
      .split(/[\r\n]/, 1)[0]!,
  )
    ? 'matches'
    : 'standings'
}
