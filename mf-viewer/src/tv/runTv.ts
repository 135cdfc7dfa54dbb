import { ApiError } from '@multiball/shared/client'
import type { TvPairing, TvState } from '@multiball/shared/schema'
import { atStart, dismissed, heardCode, heardState, isCodeDue, recalled, unreachable } from './tvLive'
import type { TvLive } from './tvLive'

export interface TvEnvironment {
  /** ms since 1970 */
  now(): number
  /** 0 ≤ random < 1 */
  random(): number
  /** resolves after so long, when somebody looks again, and when `signal` is aborted */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Throws ApiError. */
  askCode(token: string | undefined, signal: AbortSignal): Promise<TvPairing>
  /** Answers when there is something else than `version`, or after a while. Throws ApiError. */
  askState(token: string, version: string | undefined, signal: AbortSignal): Promise<TvState>
  /** says whether the browser forbids sounds. Throws ApiError. */
  reportSound(token: string, isForbidden: boolean): Promise<void>
  /** what outlives the page: the token, and what the TV was told last */
  memory: {
    read(): string | undefined
    write(token: string): void
    clear(): void
    recall(): TvState | undefined
    keep(state: TvState): void
  }
}

const retryMs = 2_000
/** A board from memory is better than a TV that waits for longer than this. */
const patienceMs = 3_000
/** An answer that was not held: two windows of one TV, or a server that is about to stop. */
const shortestTurnMs = 1_000

/**
 * Asks the server what this TV is to show, for as long as the page is open: a code while it has no owner, then what its
 * owner says. One question at a time, each held by the server until there is an answer.
 * @param publish takes every change
 * @returns ends it
 */
export function runTv(
  { now, random, wait, askCode, askState, memory }: TvEnvironment,
  publish: (live: TvLive) => void,
): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let token = memory.read()
  let version: string | undefined
  let live = atStart

  const tell = (next: TvLive) => {
    live = next
    if (!signal.aborted) publish(next)
  }

  /** What the TV was told last stands in for an answer that does not come. */
  function standIn() {
    const kept = live.steering.type === 'unknown' && token !== undefined ? memory.recall() : undefined
    if (kept) tell({ ...recalled(live, kept), isReachable: false })
  }

  async function renewCode() {
    const pairing = await askCode(token, signal)
    token = pairing.token
    memory.write(token)
    tell(heardCode(live, pairing, now()))
  }

  async function ask(known: string) {
    const askedAt = now()
    const state = await askState(known, version, signal)
    const isNews = state.version !== version
    version = state.version
    if (isNews) memory.keep(state)
    tell(heardState(live, state, now()))
    if (!isNews && now() - askedAt < shortestTurnMs) await wait(shortestTurnMs, signal)
  }

  async function recover(error: unknown) {
    const status = error instanceof ApiError ? error.status : 0
    version = undefined
    if (status === 401) {
      token = undefined
      memory.clear()
      tell(dismissed(live, now()))
      return wait(shortestTurnMs, signal)
    }
    // Just paired: what it is to show is asked next.
    if (status === 409) {
      tell({ ...live, steering: { type: 'unknown' } })
      return wait(shortestTurnMs, signal)
    }
    tell(unreachable(live))
    standIn()
    const askedForMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
    // Many TVs that lost the server together do not come back together.
    await wait(Math.max(retryMs, askedForMs) * (1 + random()), signal)
  }

  async function turn() {
    try {
      if (isCodeDue(live, token !== undefined, now())) await renewCode()
      if (token !== undefined) await ask(token)
    } catch (error) {
      if (!signal.aborted) await recover(error)
    }
  }

  const run = async () => {
    while (!signal.aborted) await turn()
  }
  void run()
  if (memory.recall()) void wait(patienceMs, signal).then(standIn)
  return () => ending.abort()
}
