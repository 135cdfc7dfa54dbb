import * as v from 'valibot'

/*
 * What was typed into a form and not saved, kept for this tab: a 401 or a reload loses nothing. Keys are those of draftKey.
 */

/** Keeps what differs from `defaults`: a field that nobody touched shows what was saved elsewhere meanwhile. */
export function storeDraft(key: string, values: object, defaults: object): void {
  const before = new Map<string, unknown>(Object.entries(defaults))
  const changed = Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)))
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(changed)))
  } catch {
    // A full or forbidden storage costs the draft, not the form.
  }
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // See storeDraft.
  }
}

/**
 * The stored draft over `defaults`, or undefined when there is none. Text is taken as typed, anything else only
 * if its field's schema still accepts it.
 */
export function readDraft<Values extends object>(key: string, defaults: Values, entries: Record<string, v.GenericSchema>): Values | undefined {
  const stored = parseStored(key)
  if (!stored) return undefined
  const usable = Object.entries(stored).filter(([name, value]) => {
    const entry = entries[name]
    if (!entry || !(name in defaults)) return false
    const fallback: unknown = defaults[name as keyof Values]
    return (typeof value === 'string' && typeof fallback === 'string') || v.is(entry, value)
  })
  return { ...defaults, ...Object.fromEntries(usable) }
}

function parseStored(key: string): Record<string, unknown> | undefined {
  try {
    const parsed = v.safeParse(v.record(v.string(), v.unknown()), JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
