import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { Listeners } from '../process/listeners'
import { databaseClock, puttingMails } from './mails.store'
import type { Clock, Mail } from './mails.store'

/** Where mails wait for a mail server. */
export class Outbox {
  private readonly listeners = new Listeners<[]>()

  constructor(private readonly now: Clock = databaseClock) {}

  /** Puts a mail, in the transaction of what it tells of. Once that is committed, call {@link wake}. */
  async put(db: Kysely<Tables>, { recipient, subject, body }: Mail): Promise<void> {
    await puttingMails(sql`values (${recipient}::text, ${subject}::text, ${body}::text)`, this.now()).execute(db)
  }

  /** There may be something to send. */
  wake(): void {
    this.listeners.tell()
  }

  /** Calls the listener each time. Answers a function that ends that. */
  onWake(listener: () => void): () => void {
    return this.listeners.add(listener)
  }
}
