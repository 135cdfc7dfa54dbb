/* What this browser remembers of somebody without an account. Without storage it lasts as long as the page. */

/** What storage did not take. */
const inPage = new Map<string, string>()

export function recall(name: string): string | undefined {
  try {
    return inPage.get(name) ?? localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
    inPage.delete(name)
  } catch {
    inPage.set(name, text)
  }
}

export function forget(name: string): void {
  inPage.delete(name)
  try {
    localStorage.removeItem(name)
  } catch {
    // There was none.
  }
}
