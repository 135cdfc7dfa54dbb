/** Puts a text on the clipboard. False where the browser has none for this page: without https, or without leave. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
