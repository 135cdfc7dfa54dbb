import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { Deliverer } from '../process/deliverer'
import { databaseClock, giveUpOlder, markFailed, markSent, putOff, takeMail } from './mails.store'
import type { Clock, TakenMail } from './mails.store'
import { isRefusedForGood, type MailTransport } from './smtp'

interface MailSenderDependencies {
  db: Kysely<Tables>
  transport: MailTransport
  now?: Clock
  /** told of every attempt that failed */
  onError?: (error: unknown) => void
}

const atOnce = 4
/** for one mail to be handed over */
const sendingMs = 120_000
/** A mail that was taken stays with its sender for longer than sending may last. */
const takenMs = 2 * sendingMs
const longestError = 500

/** Sends what the outbox holds, as many servers as there may be: a mail is taken by one of them. */
export class MailSender {
  private readonly db: Kysely<Tables>
  private readonly transport: MailTransport
  private readonly now: Clock
  private readonly onError: (error: unknown) => void
  private readonly deliverer: Deliverer<TakenMail>

  constructor({ db, transport, now = databaseClock, onError = () => {} }: MailSenderDependencies) {
    this.db = db
    this.transport = transport
    this.now = now
    this.onError = onError
    const take = async () => {
      await giveUpOlder(db, now(), giveUpAfterMs, 'It could not be sent in time')
      return takeMail(db, now(), takenMs)
    }
    this.deliverer = new Deliverer({
      takers: Array.from({ length: atOnce }, () => take),
      deliver: (mail, signal) => this.send(mail, signal),
      patienceMs: sendingMs,
      onError,
    })
  }

  /** Sends all that is due. Resolves once that was tried; never rejects. */
  wake(): Promise<void> {
    return this.deliverer.wake()
  }

  /** See {@link Deliverer.stop}. */
  stop(): Promise<void> {
    return this.deliverer.stop()
  }

  private async send(mail: TakenMail, signal: AbortSignal) {
    try {
      await this.transport.send(mail, signal)
    } catch (error) {
      return await this.failed(mail, error)
    }
    await markSent(this.db, mail.id, this.now())
  }

  private async failed({ id, attempts }: TakenMail, error: unknown) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, longestError)
    const pause = isRefusedForGood(error) ? undefined : pauseAfter(attempts)
    this.onError(
      new Error(
        `Mail ${id} was not sent at attempt ${attempts}${pause === undefined ? ', the last one' : ''}: ${reason}`,
      ),
    )
    if (pause === undefined) await markFailed(this.db, id, this.now(), reason)
    else await putOff(this.db, id, this.now(), pause, reason)
  }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const pausesMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 4 * hourMs, 8 * hourMs, 16 * hourMs, 16 * hourMs]

/** How long to wait after so many attempts that failed, in ms; undefined: give up, about two days after the first. */
export const pauseAfter = (attempts: number): number | undefined => pausesMs[attempts - 1]

/** What was written longer ago, in ms, says nothing that is true any more: there was no mail server for days. */
export const giveUpAfterMs = 72 * hourMs
