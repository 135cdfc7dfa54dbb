import { Registry, RemoteVersion } from '@multiball/shared/schema'
import * as v from 'valibot'
import { devOrigin, devVersion, missingRecords, overrideParameters, parseOverrides, type OverrideRecords, type Overrides } from './overrides'

/*
 * The overrides of one tab. They outlive its navigation and reloads in its session storage, with the versions that they
 * bring, so that a page knows all of them before its first line runs.
 */

const storageKey = 'mb-overrides'

const Stored = v.object({
  search: v.string(),
  records: v.record(v.string(), v.object({ version: v.string(), record: RemoteVersion })),
})
type Stored = v.InferOutput<typeof Stored>

/** What of the browser the overrides touch. */
export interface OverridePage {
  /** address of the page */
  href: string
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** @throws when the address has no JSON */
  readJson(address: string): Promise<unknown>
  /** Reloads the page, at another address when one is given. */
  reload(href?: string): void
}

export interface ActiveOverrides {
  overrides: Overrides
  records: OverrideRecords
}

function readStored(storage: OverridePage['storage']): Stored | undefined {
  try {
    const parsed = v.safeParse(Stored, JSON.parse(storage.getItem(storageKey) ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

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

/**
 * The overrides of this tab: those of the address, else those from before. Undefined when there are none.
 * @param isAllowed what the deployment says; where it says no, nothing is read and what was kept is removed
 */
export function activeOverrides(page: OverridePage, isAllowed: boolean): ActiveOverrides | undefined {
  const { search } = new URL(page.href)
  const asked = parseOverrides(search)
  if (!isAllowed) {
    page.storage.removeItem(storageKey)
    return undefined
  }
  const stored = readStored(page.storage)
  const records = stored?.records ?? {}
  const overrides = asked ?? parseOverrides(stored?.search ?? '')
  if (asked) page.storage.setItem(storageKey, JSON.stringify({ search, records } satisfies Stored))
  return overrides && { overrides, records }
}

/** A version as the dev server on this machine describes it. @throws when it describes none */
async function readDevRecord(page: OverridePage, port: number): Promise<RemoteVersion> {
  const address = devOrigin(port)
  return v.parse(RemoteVersion, await page.readJson(`${address}/remote-version.json`))
}

async function readPinned(page: OverridePage, remote: string, version: string): Promise<RemoteVersion> {
  const registry = v.parse(Registry, await page.readJson(new URL('/registry.json', page.href).href))
  const record = registry.remotes[remote]?.versions[version]
  if (!record) throw new Error(`${remote} ${version} was never published`)
  return record
}

/**
 * Fetches the versions that the overrides bring, keeps them, and reloads the page when one is new or changed: routes
 * and navigation are read once.
 * @returns what could not be had, in words
 */
export async function refreshRecords(page: OverridePage, registry: Registry, { overrides, records }: ActiveOverrides): Promise<string[]> {
  const pinned = missingRecords(registry, { ...overrides, dev: {} }, records).map(async ({ remote, version }) => ({ remote, version, record: await readPinned(page, remote, version) }))
  const built = Object.entries(overrides.dev).map(async ([remote, port]) => {
    const record = await readDevRecord(page, port).catch((cause: unknown) => {
      throw new Error(`${remote}: no dev server of it answers on port ${port} (${cause instanceof Error ? cause.message : String(cause)})`)
    })
    return { remote, version: devVersion, record }
  })
  const outcomes = await Promise.allSettled([...pinned, ...built])
  const read = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const next = { ...records, ...Object.fromEntries(read.map(({ remote, version, record }) => [remote, { version, record }])) }
  if (JSON.stringify(next) !== JSON.stringify(records)) {
    const search = readStored(page.storage)?.search ?? new URL(page.href).search
    page.storage.setItem(storageKey, JSON.stringify({ search, records: next } satisfies Stored))
    page.reload()
  }
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason instanceof Error ? outcome.reason.message : String(outcome.reason)] : []))
}
