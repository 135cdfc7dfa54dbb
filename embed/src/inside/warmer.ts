import type { Registry } from '@multiball/shared/schema'

/**
 * Asks for an expose's files all at once: each would otherwise be found only when the one before it has arrived. They
 * are fetched, not preloaded by links, because links would need the nonce of the page's policy.
 * @param registry as the server answered it
 */
export function warmer(registry: object, origin: string): (remote: string, expose: string) => void {
  const { remotes = {} } = registry as Partial<Registry>
  const asked = new Set<string>()
  return (remote, expose) => {
    const { active = '', enabled, versions } = remotes[remote] ?? {}
    const record = versions?.[active]
    if (!record || !enabled || asked.has(`${remote} ${expose}`)) return
    asked.add(`${remote} ${expose}`)
    const { scripts = [], styles: sheets = [] } = record.exposes[expose] ?? {}
    // Exactly as each will be asked for, with its hash then, so that it is found in the cache.
    const warm = (file: string, credentials: RequestCredentials) =>
      void fetch(new URL(file, origin), { mode: 'cors', credentials }).then((answer) => answer.blob()).catch(() => {})
    for (const sheet of sheets) warm(sheet, 'omit')
    for (const script of [record.entry.src, ...scripts]) warm(script, 'same-origin')
  }
}
