/** A section of the dashboard that a remote brings along, as the registry says. */
export interface Section {
  remote: string
  label: string
  /** such as /scoreboards */
  path: string
  /** the board type whose pages these are; undefined where there is none */
  type: string | undefined
}

interface Registry {
  remotes: Record<
    string,
    {
      enabled: boolean
      active: string
      versions: Record<string, { navigation?: { label: string; path: string; order: number }; display?: string }>
    }
  >
}

/** The sections that are published now, in the order of the navigation. */
export async function publishedSections(url: string): Promise<Section[]> {
  const { remotes } = (await (await fetch(`${url}/registry.json`)).json()) as Registry
  return Object.entries(remotes)
    .flatMap(([remote, { enabled, active, versions }]) => {
      const { navigation, display } = versions[active] ?? {}
      return enabled && navigation ? [{ remote, ...navigation, type: display }] : []
    })
    .sort((one, other) => one.order - other.order)
    .map(({ remote, label, path, type }) => ({ remote, label, path, type }))
}
