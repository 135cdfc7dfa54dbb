import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
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
const stoppingMs = 10_000
const longestError = 500

/** Sends what the outbox holds, as many servers as there may be: a mail is taken by one of them. */
export class MailSender {
  private readonly db: Kysely<Tables>
  private readonly transport: MailTransport
  private readonly now: Clock
  private readonly onError: (error: unknown) => void
  private readonly sending = new Set<AbortController>()
  private running: Promise<void> = Promise.resolve()
  private next: Promise<void> | undefined
  private isStopping = false

  constructor({ db, transport, now = databaseClock, onError = () => {} }: MailSenderDependencies) {
    this.db = db
    this.transport = transport
    this.now = now
    this.onError = onError
  }

  /** Sends all that is due. Resolves once that was tried; never rejects. */
  wake(): Promise<void> {
    this.next ??= this.running.then(() => {
      this.next = undefined
      return (this.running = this.pass())
    })
    return this.next
  }

  /** Finishes what is being sent, or breaks it off after 10 s; what is left is sent by the next one that starts. */
  async stop(): Promise<void> {
    this.isStopping = true
    const patience = setTimeout(() => {
      for (const attempt of this.sending) attempt.abort()
    }, stoppingMs)
    await (this.next ?? this.running)
    clearTimeout(patience)
  }

  private async pass() {
    if (this.isStopping) return
    try {
      await giveUpOlder(this.db, this.now(), giveUpAfterMs, 'It could not be sent in time')
      // One that fails leaves the others at work: the pass is over, and the process may stop, once all are through.
      const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, () => this.sendUntilNone()))
      for (const outcome of outcomes) if (outcome.status === 'rejected') this.onError(outcome.reason)
    } catch (error) {
      this.onError(error)
    }
  }

  private async sendUntilNone() {
    while (!this.isStopping) {
      const mail = await takeMail(this.db, this.now(), takenMs)
      if (!mail) return
      await this.send(mail)
    }
  }

  private async send(mail: TakenMail) {
    const attempt = new AbortController()
    const patience = setTimeout(() => attempt.abort(), sendingMs)
    this.sending.add(attempt)
    try {
      await this.transport.send(mail, attempt.signal)
    } catch (error) {
      return await this.failed(mail, error)
    } finally {
      clearTimeout(patience)
      this.sending.delete(attempt)
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
