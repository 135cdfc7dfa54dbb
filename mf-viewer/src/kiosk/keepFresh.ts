/** What looking for a newer page needs of the outer world; a test gives its own. */
export interface FreshnessEnvironment {
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
  /** ms, of a clock that is never set */
  now(): number
  /** 0 to 23, where the screen hangs */
  hour(): number
  /** 0 ≤ random < 1 */
  random(): number
  /** The registry's rev where it is not the page's own; undefined for the page's own, and while the server does not answer. */
  newerRev(): Promise<number | undefined>
  /** true while nobody would miss the page for a second */
  isIdle(): boolean
  /** the rev for which the page was last reloaded, whatever came of it */
  triedRev: { read(): number | undefined; write(rev: number): void }
  reload(): void
}

/** Walls that were opened together do not ask together: from ten to twenty minutes. */
const lookMs = 10 * 60_000
const idleLookMs = 5000
/** so often in a row, which is a minute */
const idleLooks = 12
/** After an hour the first moment without a game will do: where somebody always plays, it is when a game has ended. */
const hurryMs = 60 * 60_000
/** At this hour nothing is waited for: a wall whose machines are never all idle would stay old for ever. */
const nightHour = 4

/**
 * Reloads a page that stands for weeks after its remotes were published or rolled back: when it has been idle for a minute,
 * after an hour for a moment, at night in any case; and when the server has just answered. Once for each rev, since a page that came back old would do it for ever.
 * @returns ends it
 */
export function keepFresh({
  setTimeout,
  clearTimeout,
  now,
  hour,
  random,
  newerRev,
  isIdle,
  triedRev,
  reload,
}: FreshnessEnvironment): () => void {
  let timer: unknown
  let isEnded = false

  const wait = (ms: number, then: () => void) => {
    if (!isEnded) timer = setTimeout(then, ms)
  }
  const lookLater = () => wait(lookMs + lookMs * random(), () => void look())

  async function look() {
    const rev = await newerRev()
    if (rev === undefined || rev === triedRev.read()) return lookLater()
    waitForRest(now(), 0)
  }

  function waitForRest(sinceMs: number, restedLooks: number) {
    wait(idleLookMs, () => {
      const rested = isIdle() ? restedLooks + 1 : 0
      const isRested = rested >= (now() - sinceMs < hurryMs ? idleLooks : 1)
      if (isRested || hour() === nightHour) void reloadIfAnswered()
      else waitForRest(sinceMs, rested)
    })
  }

  async function reloadIfAnswered() {
    const rev = await newerRev()
    if (isEnded) return
    // Also where it was taken back meanwhile.
    if (rev === undefined || rev === triedRev.read()) return lookLater()
    triedRev.write(rev)
    reload()
    // For a page that did not go.
    lookLater()
  }

  lookLater()
  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}
