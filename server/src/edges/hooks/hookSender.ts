import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { guardedPost } from '../../ground/http/guardedPost'
import type { PostAnswer } from '../../ground/http/guardedPost'
import type { Outbox } from '../../ground/mails/outbox'
import { clockOf } from '../../ground/process/clock'
import type { Clock } from '../../ground/process/clock'
import { Deliverer } from '../../ground/process/deliverer'
import type { Network } from '../../ground/process/networks'
import { markDelivered, markFailed, markTestFailed, takeDelivery } from './hooks.store'
import type { Outcome, TakenDelivery } from './hooks.store'
import { textForPausedHook } from './mailText'
import { signatureOf } from './signature'

interface HookSenderDependencies {
  db: Kysely<Tables>
  outbox: Outbox
  /** where people open the product, no trailing slash */
  publicUrl: string
  /** that may be called in any way, besides the internet over https */
  networks: readonly Network[]
  /** of the stream of moments */
  newestPlace: () => Promise<number>
  onError: (error: unknown) => void
  clock?: Partial<Clock>
  /** for tests */
  patienceMs?: number
  post?: typeof guardedPost
}

/** Half of them are only for hooks that did not fail last: however many hang, the others go on. */
const atOnce = 8
const patienceMs = 10_000
/** A hook stays with the server that is at it for longer than a delivery may last. */
const busyMs = 30_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const longestTrouble = 300

const pausesMs = [10_000, 30_000, 2 * 60_000, 10 * 60_000]
/** How long a hook, or a delivery, waits after so many failures in a row, in ms. */
export const pauseAfter = (failures: number): number => pausesMs[failures - 1] ?? hourMs / 2

const troubles: Record<string, string> = {
  ENOTFOUND: 'There is no host of this name.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  ECONNREFUSED: 'The host refused the connection.',
  ECONNRESET: 'The connection broke off.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
}

function troubleOf(error: unknown): string {
  const { name, message, code } = error as Partial<Error> & { code?: string }
  if (name === 'AbortError') return 'No answer came in time.'
  return (troubles[code ?? ''] ?? message ?? String(error)).slice(0, longestTrouble)
}

const isGood = (status: number) => status >= 200 && status < 300
const isRedirect = (status: number) => status >= 300 && status < 400

/** Delivers what waits for the hooks, as many servers as there may be: one delivery of a hook at a time. */
export class HookSender {
  private readonly clock: Clock
  private readonly deliverer: Deliverer<TakenDelivery>

  constructor(private readonly dependencies: HookSenderDependencies) {
    const clock = clockOf(dependencies.clock ?? {})
    this.clock = clock
    const taking = (ofHealthy: boolean) => () =>
      takeDelivery(dependencies.db, new Date(clock.now()), new Date(clock.now() + busyMs), ofHealthy)
    this.deliverer = new Deliverer({
      takers: Array.from({ length: atOnce }, (_, at) => taking(at >= atOnce / 2)),
      deliver: (taken, signal) => this.deliver(taken, signal),
      patienceMs: dependencies.patienceMs ?? patienceMs,
      onError: dependencies.onError,
    })
  }

  /** Delivers all that is due. Resolves once that was tried; never rejects. */
  wake(): Promise<void> {
    return this.deliverer.wake()
  }

  /** See {@link Deliverer.stop}. */
  stop(): Promise<void> {
    return this.deliverer.stop()
  }

  private async deliver(taken: TakenDelivery, signal: AbortSignal) {
    const { db, newestPlace } = this.dependencies
    const begun = this.clock.elapsed()
    const answered = await this.post(taken, signal).catch((error: unknown) => troubleOf(error))
    const now = new Date(this.clock.now())
    const durationMs = Math.round(this.clock.elapsed() - begun)
    const outcome = outcomeOf(answered, durationMs)
    // Only a test comes to a hook that is paused.
    if (outcome.trouble === null) return markDelivered(db, taken, outcome, now, taken.isTest ? await newestPlace() : 0)
    if (taken.isTest) return markTestFailed(db, taken, outcome)
    const asked = typeof answered === 'string' ? 0 : Math.min((answered.retryAfter ?? 0) * 1000, hourMs)
    const again = new Date(now.getTime() + Math.max(asked, pauseAfter(taken.attempts)))
    await markFailed(
      db,
      taken,
      outcome,
      {
        now,
        pauseAfter: (failures) => Math.max(asked, pauseAfter(failures)),
        again: again.getTime() - taken.created_at.getTime() > dayMs ? null : again,
        failingBefore: new Date(now.getTime() - dayMs),
      },
      async (trx, { email, ...paused }) => {
        if (email === null) return
        const { outbox, publicUrl } = this.dependencies
        await outbox.put(trx, { recipient: email, ...textForPausedHook(publicUrl, paused) })
      },
    )
    this.dependencies.outbox.wake()
  }

  private post({ url, body, secrets, delivery }: TakenDelivery, signal: AbortSignal): Promise<PostAnswer> {
    const { networks, publicUrl, post = guardedPost } = this.dependencies
    return post(new URL(url), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': `Multiball (+${publicUrl})`,
        'multiball-delivery': delivery,
        'multiball-signature': signatureOf(body, secrets, new Date(this.clock.now())),
      },
      body,
      networks,
      signal,
    })
  }
}

/** @param answered the answer, or what kept it from one */
function outcomeOf(answered: PostAnswer | string, durationMs: number): Outcome {
  if (typeof answered === 'string') return { status: null, answer: null, trouble: answered, durationMs }
  const { status, text: answer } = answered
  const trouble = isGood(status)
    ? null
    : isRedirect(status)
      ? 'It redirects to another address. Redirects are not followed: enter that address.'
      : `It answered with status ${status}.`
  return { status, answer, trouble, durationMs }
}
