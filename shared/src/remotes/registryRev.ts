const revOf = (registry: unknown): number | undefined => {
  const { rev } = (registry ?? {}) as { rev?: unknown }
  return typeof rev === 'number' ? rev : undefined
}

/** The rev of the registry that the server wrote into this page; undefined for a page without one. */
export function ownRev(): number | undefined {
  const inlined = document.getElementById('mb-registry')?.textContent
  return inlined ? revOf(JSON.parse(inlined)) : undefined
}

const patienceMs = 10_000

/**
 * The rev of the server's registry where it is not the page's own. Undefined where it is, and while the server does not answer.
 * @param isNewer false for a registry that changes nothing for this page
 */
export async function findNewerRev(isNewer: (registry: unknown) => boolean): Promise<number | undefined> {
  const own = ownRev()
  if (own === undefined) return undefined
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), patienceMs)
  try {
    const answer = await fetch(new URL('/registry.json', location.href), { cache: 'no-cache', signal: abort.signal })
    const registry = answer.ok ? ((await answer.json()) as unknown) : undefined
    const rev = revOf(registry)
    return rev === undefined || rev === own || !isNewer(registry) ? undefined : rev
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
