/*
 * What was typed into a form and not sent, kept for this tab under a draftKey: a login that ends in the middle loses nothing.
 * Files are not for keeping.
 */

/** The kept values over the initial ones; undefined where none are kept. */
export function readFields<Values extends object>(key: string, initial: Values): Values | undefined {
  const before = new Map<string, unknown>(Object.entries(initial))
  try {
    const stored = Object.entries(JSON.parse(sessionStorage.getItem(key) ?? '{}') as object)
    const usable = stored.filter(([name, value]) => typeof value === typeof before.get(name) && value !== before.get(name))
    return usable.length > 0 ? { ...initial, ...Object.fromEntries(usable) } : undefined
  } catch {
    return undefined
  }
}

/** Keeps what differs from the initial values. */
export function keepFields(key: string, values: object, initial: object): void {
  const before = new Map<string, unknown>(Object.entries(initial))
  const changed = Object.entries(values).filter(([name, value]) => typeof value !== 'object' && value !== before.get(name))
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(changed)))
  } catch {
    // A full or forbidden storage costs what is kept, not the form.
  }
}

export function forgetFields(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // See keepFields.
  }
}
