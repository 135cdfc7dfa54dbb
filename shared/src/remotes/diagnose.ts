import { insideFailure, messageOf, type Diagnosis } from './failure'

/** The federation runtime's own word for an entry that did not come, or was not what its hash says. */
const lostEntry = /ScriptNetworkError/

/**
 * A script element only says that it failed. Asks for the entry once more to learn why.
 * @param entry address and pinned hash
 * @param cause what the load failed with
 */
export async function diagnose(
  entry: { src: string; integrity?: string },
  cause: unknown,
  timeoutMs: number,
): Promise<Diagnosis> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  const ask = (integrity?: string) =>
    fetch(entry.src, {
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: abort.signal,
      ...(integrity && { integrity }),
    })
  try {
    const answer = await ask()
    const type = answer.headers.get('content-type') ?? 'no content type'
    await answer.arrayBuffer()
    if (!answer.ok) return { code: 'REMOTE_ENTRY_FAILED', reason: `HTTP ${answer.status}` }
    if (!/javascript/.test(type)) return { code: 'REMOTE_ENTRY_FAILED', reason: `answered ${type}` }
    const genuine = await ask(entry.integrity).then(
      () => true,
      () => false,
    )
    if (!genuine) return { code: 'REMOTE_ENTRY_INTEGRITY', reason: `${entry.src} is not the file that was published` }
    return lostEntry.test(messageOf(cause))
      ? { code: 'REMOTE_ENTRY_FAILED', reason: 'it did not come, and does now' }
      : insideFailure(cause)
  } catch {
    return abort.signal.aborted
      ? { code: 'REMOTE_ENTRY_TIMEOUT', reason: `no answer in ${timeoutMs} ms` }
      : { code: 'REMOTE_ENTRY_FAILED', reason: 'no connection' }
  } finally {
    clearTimeout(timer)
  }
}
