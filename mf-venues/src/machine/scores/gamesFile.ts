/** What a machine's games are called as a file: 'medieval-madness-games.csv'. */
export function fileName(machineName: string, ending: string): string {
  const words =
    machineName
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') || 'machine'
  return `${words}-games.${ending}`
}

/** By which Excel knows UTF-8. Programs that ask for the table get it without. */
const byteOrderMark = '\uFEFF'

/** The bytes of a file that people open. */
export const openable = (bytes: Blob, format: 'csv' | 'json'): Blob =>
  format === 'csv' ? new Blob([byteOrderMark, bytes], { type: bytes.type }) : bytes

/** An iPhone asks the person first, and reads the bytes after the answer. */
const keptMs = 60_000

/** Saves bytes as a file of the person's. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}
