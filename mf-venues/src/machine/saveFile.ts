/** Saves bytes as a file of the person's. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has its own hold of it by then.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
