import { ApiError, generalFailure } from '@multiball/shared/client'
import type { FieldErrors, StreamControl, StreamControlChange } from '@multiball/shared/schema'
import { merged, partsOf, without } from './changes'

/*
 * Changes on their way to the server. One request is waited for at a time, and what is changed meanwhile goes with the next
 * one, so that a fast typist sends no request a letter. One that is given up may still arrive after the next, which says
 * all that it said: each request is numbered, and the server ignores those that come too late, so that the
 * order is that of the fingers.
 *
 *   waiting   to be sent
 *   sending   under way
 *   apart     was refused together, and goes again part by part: one that is wrong holds up no other
 *   refused   answered that it is wrong: stays as it was typed until it is changed
 */

/** What is not on the server yet, and why. */
export interface Outgoing {
  /** everything together */
  change: StreamControlChange | undefined
  state: 'sent' | 'sending' | 'unsent' | 'refused'
  /** of a refusal */
  message?: string
  fields?: FieldErrors
}

/** Made up for this page, not for the tab: a tab that is duplicated is a panel of its own. There is no crypto.randomUUID on a page without https. */
const panelId = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')
let sent = 0

/** A change as it is sent, so that the server ignores it once it has taken one that this page sent later. */
export const numbered = (
  change: StreamControlChange,
): StreamControlChange & { panel: { id: string; count: number } } => ({
  ...change,
  panel: { id: panelId, count: (sent += 1) },
})

interface SenderOptions {
  /** Throws ApiError. */
  send(change: StreamControlChange): Promise<StreamControl>
  /** told what the server has, and what is still on its way */
  onTaken(control: StreamControl): void
  onOutgoing(outgoing: Outgoing): void
  /** keeps what is on its way beyond the page; undefined when nothing is */
  keep(change: StreamControlChange | undefined): void
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

/** Between two requests, ms: nobody sees more in between, and the server's limit is never met. */
const gapMs = 100
/** An answer that has not come by then is not waited for: a phone may have changed networks. The request itself goes on. */
const patienceMs = 5_000
const retryMs = [500, 1_000, 2_000, 4_000]

/** Asked again later it may go through. */
const isPassing = ({ status }: ApiError) =>
  status === 0 || status === 401 || status === 408 || status === 429 || status >= 500

export interface Sender {
  push(change: StreamControlChange): void
  /** Tries at once what is to be tried again. */
  wake(): void
  /** The panel is left: what waits goes at once, and nothing is told any more. What is not taken stays kept. */
  stop(): void
}

/** Sends changes in order, again and again until the server has them. */
export function createSender({ send, onTaken, onOutgoing, keep, ...timers }: SenderOptions): Sender {
  let waiting: StreamControlChange | undefined
  let sending: StreamControlChange | undefined
  let apart: StreamControlChange[] = []
  /** of what is being sent */
  let request: Promise<StreamControl> | undefined
  let refusal: { change: StreamControlChange; error: ApiError } | undefined
  let timer: unknown
  let isResting = false
  let failures = 0
  let isStopped = false

  function tell() {
    if (isStopped) return
    const parts = [refusal?.change, sending, ...apart, waiting].filter((part) => part !== undefined)
    const change =
      parts.length > 0 ? parts.reduce<StreamControlChange>((sum, part) => merged(sum, part), {}) : undefined
    keep(change)
    const state = refusal ? 'refused' : failures > 0 ? 'unsent' : change ? 'sending' : 'sent'
    onOutgoing({ change, state, ...(refusal && { message: refusal.error.message, fields: refusal.error.fields }) })
  }

  function refuse(change: StreamControlChange, error: ApiError) {
    const wrong = without(change, waiting)
    if (wrong) refusal = { change: merged(refusal?.change, wrong), error }
  }

  function rest(ms: number) {
    isResting = true
    timers.clearTimeout(timer)
    timer = timers.setTimeout(() => {
      isResting = false
      void flush()
    }, ms)
  }

  function inTime(change: StreamControlChange): Promise<StreamControl> {
    return new Promise((resolve, reject) => {
      const handle = timers.setTimeout(() => reject(new ApiError({ status: 0 })), patienceMs)
      request = send(change)
      request.finally(() => timers.clearTimeout(handle)).then(resolve, reject)
    })
  }

  async function flush() {
    if (isStopped || sending || isResting) return
    const [part, ...others] = apart
    const change = part ?? waiting
    if (!change) return
    sending = change
    if (part) apart = others
    else waiting = undefined
    tell()
    try {
      const control = await inTime(change)
      if (isStopped) return
      sending = undefined
      failures = 0
      onTaken(control)
      rest(gapMs)
    } catch (thrown) {
      if (isStopped) return
      const error =
        thrown instanceof ApiError ? thrown : new ApiError({ status: 0, cause: thrown, detail: generalFailure })
      if (isPassing(error)) {
        if (part) apart = [part, ...apart]
        else waiting = merged(change, waiting ?? {})
        sending = undefined
        const pauseMs = retryMs[Math.min(failures, retryMs.length - 1)]!
        failures += 1
        rest(Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1000))
      } else {
        const parts = partsOf(change)
        if (parts.length > 1) apart = parts
        else refuse(change, error)
        sending = undefined
        failures = 0
        rest(gapMs)
      }
    }
    tell()
  }

  return {
    push(change) {
      waiting = merged(waiting, change)
      const wrong = without(refusal?.change, change)
      refusal = wrong && refusal && { ...refusal, change: wrong }
      tell()
      void flush()
    },
    wake() {
      if (failures === 0) return
      timers.clearTimeout(timer)
      isResting = false
      void flush()
    },
    stop() {
      isStopped = true
      timers.clearTimeout(timer)
      // Sent again by the next panel, it would undo what others have done since. The last one says all that may arrive after it.
      const unsent = [...apart, ...(waiting ? [waiting] : [])]
      const last = unsent.length > 0 ? send(unsent.reduce(merged, sending ?? {})) : sending && request
      last?.then(
        () => keep(refusal?.change),
        () => {},
      )
    },
  }
}
