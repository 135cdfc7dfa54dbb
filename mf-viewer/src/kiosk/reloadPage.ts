import { isOurPage } from '../offline/ours'

/** What loading a page again needs of the outer world; a test gives its own. */
interface Reloading {
  /** The HTML that would come. @throws when none would */
  ask(): Promise<string>
  wait(ms: number): Promise<void>
  reload(): void
}

const againMs = 30_000

/** Loads a page again once what would come is ours: one that leaves for a page of somebody else, such as of a proxy whose server is away, does not come back. */
export async function reloadOnceOurs({ ask, wait, reload }: Reloading): Promise<void> {
  while (!isOurPage(await ask().catch(() => ''))) await wait(againMs)
  reload()
}

let isAsking = false

/** The same for this page. */
export function reloadPage(): void {
  if (isAsking) return
  isAsking = true
  const ask = async () => {
    const answer = await fetch(location.href, { cache: 'no-store' })
    return answer.ok ? answer.text() : ''
  }
  void reloadOnceOurs({
    ask,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    reload: () => location.reload(),
  }).finally(() => (isAsking = false))
}
