/** Puts the full address of a path on the clipboard; answers what to tell. */
export async function copyLink(path: string): Promise<string> {
  const address = new URL(path, location.origin).href
  try {
    await navigator.clipboard.writeText(address)
    return 'Link copied'
  } catch {
    // Without https or the person's leave there is no clipboard.
    return `The link is ${address}`
  }
}
