/** Takes what an operator should know: a sentence, a name by which a log is searched for it, and how bad it is: `warn` unless given. */
export type Tell = (sentence: string, event: string, level?: 'info' | 'warn' | 'error') => void

type Log = Record<'info' | 'warn' | 'error', (fields: { event: string }, sentence: string) => void>

/** Prints plain sentences for the person who starts the program; once there is a log that goes on, each is a line of it. */
export class Told {
  private log: Log | undefined

  constructor(private readonly print: (sentence: string) => void) {}

  readonly tell: Tell = (sentence, event, level = 'warn') => {
    if (this.log) this.log[level]({ event }, sentence)
    else this.print(sentence)
  }

  /** From now on they are lines of this log. */
  goesOnIn(log: Log): void {
    this.log = log
  }
}
