/*
 * A name that was typed and not saved, kept for this tab under a draftKey: a login that ends in the middle does not lose it.
 */

export function readName(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps the name, or nothing any more where it is undefined. */
export function keepName(key: string, name: string | undefined): void {
  try {
    if (name === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, name)
  } catch {
    // A full or forbidden storage costs what is kept, not the form.
  }
}
