/*
 * What was typed into a form and not saved, kept in this tab's session storage: a login that ends in the middle, or a
 * reload, loses nothing. Files are not kept. A full or forbidden storage costs the draft, not the form.
 */

const prefix = 'mb-draft:'

/** The key of a form's draft. One for each owner and path, so that the next person at this browser does not meet it. */
export const draftKey = (owner: number, path: string): string => `${prefix}${owner}:${path}`

/** Whether a form at this path has kept a draft, whoever typed it. */
export function hasDraft(path: string): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith(prefix) && key.endsWith(`:${path}`))
  } catch {
    return false
  }
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** Keeps what differs from `initial`: a field that nobody touched shows what was saved elsewhere meanwhile. */
export function keepDraft(key: string, values: object, initial: object): void {
  const before = new Map<string, unknown>(Object.entries(initial))
  const changed = Object.entries(values).filter(
    ([name, value]) => !(value instanceof Blob) && differs(value, before.get(name)),
  )
  if (changed.length === 0) return clearDraft(key)
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(changed)))
  } catch {
    // See above.
  }
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // See above.
  }
}

/**
 * The kept draft over `initial`, or undefined where nothing differs from it. Text comes back as it was typed, anything else
 * only if it fits its field: by default, a switch.
 */
export function readDraft<Values extends object>(
  key: string,
  initial: Values,
  fits = (_name: string, value: unknown): boolean => typeof value === 'boolean',
): Values | undefined {
  const usable = Object.entries(parseKept(key)).filter(([name, value]: [string, unknown]) => {
    const before = initial[name as keyof Values]
    return (
      name in initial &&
      differs(value, before) &&
      ((typeof value === 'string' && typeof before === 'string') || fits(name, value))
    )
  })
  return usable.length > 0 ? { ...initial, ...Object.fromEntries(usable) } : undefined
}

function parseKept(key: string): object {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
