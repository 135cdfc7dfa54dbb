import type { Registry } from '@multiball/shared/schema'
import type { Styles } from './Styles'

/**
 * Asks for an expose's files all at once: each would otherwise be found only when the one before it has arrived. They
 * are fetched, not preloaded by links, because links would need the nonce of the page's policy.
 * @param registry as the server answered it
 */
export function warmer(registry: object, origin: string, styles: Styles): (remote: string, expose: string) => void {
  const { remotes = {} } = registry as Partial<Registry>
  const asked = new Set<string>()
  return (remote, expose) => {
    const { active = '', enabled, versions } = remotes[remote] ?? {}
    const record = versions?.[active]
    if (!record || !enabled || asked.has(`${remote} ${expose}`)) return
    asked.add(`${remote} ${expose}`)
    const { scripts = [], styles: sheets = [] } = record.exposes[expose] ?? {}
    for (const sheet of sheets) void styles.load(new URL(sheet, origin).href).catch(() => {})
    for (const script of [record.entry.src, ...scripts]) {
      // Exactly as the script will be asked for, so that it is found in the cache.
      void fetch(new URL(script, origin), { mode: 'cors', credentials: 'same-origin' }).then((answer) => answer.blob()).catch(() => {})
    }
  }
}
