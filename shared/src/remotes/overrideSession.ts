import { RemoteVersion } from '@multiball/shared/schema'
import * as v from 'valibot'
import { overrideParameters, storageKey, type OverridePage } from './developerTab'
import { parseOverrides, type OverrideRecords, type Overrides } from './overrides'

/*
 * The overrides of one tab. They outlive its navigation and reloads in its session storage, with the versions that they
 * bring, so that a page knows all of them before its first line runs.
 */

const Stored = v.object({
  search: v.string(),
  records: v.record(v.string(), v.object({ version: v.string(), record: RemoteVersion })),
})
type Stored = v.InferOutput<typeof Stored>

export interface ActiveOverrides {
  overrides: Overrides
  records: OverrideRecords
}

/** What this tab has kept. */
export function readStored(storage: OverridePage['storage']): Stored | undefined {
  try {
    const parsed = v.safeParse(Stored, JSON.parse(storage.getItem(storageKey) ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Keeps this for the tab. */
export const keepStored = (storage: OverridePage['storage'], stored: Stored): void =>
  storage.setItem(storageKey, JSON.stringify(stored))

/** The address without what overrides say. */
function withoutOverrides(href: string): string {
  const address = new URL(href)
  for (const parameter of overrideParameters) address.searchParams.delete(parameter)
  return address.href
}

/** Ends the overrides of this tab. */
export function resetOverrides({ storage, href, reload }: OverridePage): void {
  storage.removeItem(storageKey)
  reload(withoutOverrides(href))
}

/** The overrides of this tab: those of the address, else those from before. Undefined when there are none. */
export function activeOverrides(page: OverridePage): ActiveOverrides | undefined {
  const { search } = new URL(page.href)
  const asked = parseOverrides(search)
  const stored = readStored(page.storage)
  const records = stored?.records ?? {}
  const overrides = asked ?? parseOverrides(stored?.search ?? '')
  if (asked) keepStored(page.storage, { search, records })
  return overrides && { overrides, records }
}
