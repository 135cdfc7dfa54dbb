/** What a machine's games are called as a file: 'medieval-madness-games.csv'. */
export function fileName(machineName: string, ending: string): string {
  const words = machineName.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join('-') || 'machine'
  return `${words}-games.${ending}`
}

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
