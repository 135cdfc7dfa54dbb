import { Registry, RemoteVersion } from '@multiball/shared/schema'
import * as v from 'valibot'
import { devOrigin, devVersion, type OverridePage } from './developerTab'
import { missingRecords } from './overrides'
import { keepStored, readStored, resetOverrides, type ActiveOverrides } from './overrideSession'
import { showOverrides } from './overrideBadge'

export { overridden } from './overrides'
export { activeOverrides } from './overrideSession'

/* What a tab with overrides does besides: only such a tab loads this. */

export const browserPage: OverridePage = {
  get href() {
    return location.href
  },
  get storage() {
    return sessionStorage
  },
  async readJson(address) {
    const answer = await fetch(address, { cache: 'no-store', credentials: 'omit' })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    return answer.json()
  },
  reload: (href) => (href === undefined || href === location.href ? location.reload() : location.replace(href)),
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
export async function refreshRecords(
  page: OverridePage,
  registry: Registry,
  { overrides, records }: ActiveOverrides,
): Promise<string[]> {
  const pinned = missingRecords(registry, { ...overrides, dev: {} }, records).map(async ({ remote, version }) => ({
    remote,
    version,
    record: await readPinned(page, remote, version),
  }))
  const built = Object.entries(overrides.dev).map(async ([remote, port]) => {
    const record = await readDevRecord(page, port).catch((cause: unknown) => {
      throw new Error(
        `${remote}: no dev server of it answers on port ${port} (${cause instanceof Error ? cause.message : String(cause)})`,
      )
    })
    return { remote, version: devVersion, record }
  })
  const outcomes = await Promise.allSettled([...pinned, ...built])
  const read = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const next = {
    ...records,
    ...Object.fromEntries(read.map(({ remote, version, record }) => [remote, { version, record }])),
  }
  if (JSON.stringify(next) !== JSON.stringify(records)) {
    const search = readStored(page.storage)?.search ?? new URL(page.href).search
    keepStored(page.storage, { search, records: next })
    page.reload()
  }
  return outcomes.flatMap((outcome) =>
    outcome.status === 'rejected'
      ? [outcome.reason instanceof Error ? outcome.reason.message : String(outcome.reason)]
      : [],
  )
}

/** Says what this tab overrides, and fetches what the overrides bring. */
export async function tendOverrides(page: OverridePage, registry: Registry, active: ActiveOverrides): Promise<void> {
  const { overrides } = active
  const show = (problems: string[]) =>
    showOverrides(overrides, [...overrides.refused, ...problems], () => resetOverrides(page))
  show([])
  const problems = await refreshRecords(page, registry, active)
  if (problems.length > 0) show(problems)
}
