const revOf = (registry: unknown): number | undefined => {
  const { rev } = (registry ?? {}) as { rev?: unknown }
  return typeof rev === 'number' ? rev : undefined
}

/** The rev of the registry that the server wrote into this page; undefined for a page without one. */
export function ownRev(): number | undefined {
  const inlined = document.getElementById('mb-registry')?.textContent
  return inlined ? revOf(JSON.parse(inlined)) : undefined
}

/**
 * The registry's rev when remotes were published, rolled back or switched since this page was written. Undefined when not,
 * and while the server does not answer.
 */
export async function newerRev(): Promise<number | undefined> {
  const own = ownRev()
  if (own === undefined) return undefined
  try {
    const answer = await fetch(new URL('/registry.json', location.href), { cache: 'no-cache' })
    const rev = answer.ok ? revOf(await answer.json()) : undefined
    return rev === own ? undefined : rev
  } catch {
    return undefined
  }
}
