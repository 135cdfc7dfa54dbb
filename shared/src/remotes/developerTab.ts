/*
 * What every page knows of overrides: whether its tab has any. What they are is read by code that only such a tab loads.
 */

/** The version under which a build of a developer's machine goes. */
export const devVersion = '0.0.0-dev'

/** Only ever this machine: the query can name a port, no host. */
export const devOrigin = (port: number) => `http://localhost:${port}`

export const overrideParameters = ['mf-dev', 'mf-pin', 'mf-disable'] as const

/** Where a tab keeps its overrides. */
export const storageKey = 'mb-overrides'

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

/**
 * Whether overrides are asked for in this tab, by its address or from before.
 * @param storageOf the tab's storage; a browser that forbids one throws already there
 * @param isAllowed what the deployment says; where it says no, what was kept is removed
 */
export function isDeveloperTab(href: string, storageOf: () => OverridePage['storage'], isAllowed: boolean): boolean {
  try {
    const storage = storageOf()
    if (!isAllowed) storage.removeItem(storageKey)
    const { searchParams } = new URL(href)
    return (
      isAllowed && (overrideParameters.some((name) => searchParams.has(name)) || storage.getItem(storageKey) !== null)
    )
  } catch {
    // A browser that keeps nothing overrides nothing.
    return false
  }
}
