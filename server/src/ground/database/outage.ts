import { elapsed } from '../process/clock'
import type { Tell } from '../process/tell'

const connections = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300', '53200']
/** SQLSTATEs of a database that reads on, but does not write: a standby, such as a primary that was demoted, and a full disk. */
const readOnly = '25006'
const unwritable = [readOnly, '53100']
const unusable = new Set([...connections, ...unwritable])
const slow = '57014'
const unanswered =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

interface Failure {
  code?: string
  message: string
}

/** Whether a query failed because the database cannot be used, rather than was refused. */
export const isOutage = ({ code, message }: Failure): boolean =>
  (code !== undefined && unusable.has(code)) || unanswered.test(message)

/** The same, and one query that took too long: the caller may try again. */
export const isDatabaseAway = (error: Failure): boolean => error.code === slow || isOutage(error)

/** Whether the database that was written to takes no writes. */
export const isReadOnly = ({ code }: Failure): boolean => code === readOnly

const calmMs = 5_000
const closedEveryMs = 60_000
const writes = /^(?:INSERT|UPDATE|DELETE|DO)$/

/** Says once that the database cannot be used, and once that it can be again, whatever fails in between. */
export class Outage {
  private failedAt = 0
  private closedAt = Number.NEGATIVE_INFINITY
  private kind: 'away' | 'unwritable' | undefined

  /** @param now ms that only go on */
  constructor(
    private readonly tell: Tell = () => {},
    private readonly now = elapsed,
  ) {}

  get isOn(): boolean {
    return this.kind !== undefined
  }

  /** A connection could not be had, or a query failed for want of a database. */
  failed({ code, message }: Failure): void {
    this.failedAt = this.now()
    const isFirst = !this.isOn
    this.kind = unwritable.includes(code ?? '') ? 'unwritable' : 'away'
    if (isFirst)
      this.tell(
        `The database cannot be used: ${message || code}. Posts are refused until it can.`,
        'database-away',
        'error',
      )
  }

  /** A query was answered. Those of a moment in which others fail prove nothing, nor do reads where writes fail. @param command such as SELECT */
  answered(command?: string): void {
    if (!this.isOn || this.now() - this.failedAt < calmMs) return
    if (this.kind === 'unwritable' && !writes.test(command ?? '')) return
    this.kind = undefined
    this.tell('The database can be used again.', 'database-back')
  }

  /** The database has closed a connection that was free. */
  closed({ message }: Failure): void {
    if (this.isOn || this.now() - this.closedAt < closedEveryMs) return
    this.closedAt = this.now()
    this.tell(`The database closed a connection: ${message}`, 'database-connection-closed')
  }
}
