/** What an external PostgreSQL says of itself: rows of pg_settings by name. */
type ServerSettings = Readonly<Record<string, string | undefined>>

/** Without one of these an acknowledged score does not survive a power cut. */
const switches = ['fsync', 'full_page_writes', 'synchronous_commit']

/** `unique nulls not distinct` is the newest thing that the tables need. */
const oldestVersion = 15

export const neededSettings = [...switches, 'server_version_num']

/** Why scores may not be entrusted to this PostgreSQL; undefined when they may. */
export function whyUnfit(settings: ServerSettings): string | undefined {
  const version = Math.floor(Number(settings.server_version_num) / 10_000)
  if (version < oldestVersion) return `The PostgreSQL of DATABASE_URL is version ${version}: Multiball needs ${oldestVersion} or newer.`
  const off = switches.filter((name) => settings[name] === 'off')
  if (off.length === 0) return undefined
  return `The PostgreSQL of DATABASE_URL has ${off.join(', ')} switched off: a power cut would lose scores. Switch ${off.length === 1 ? 'it' : 'them'} on.`
}
