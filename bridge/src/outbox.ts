import { existsSync, readFileSync } from 'node:fs'
import type { EntryBody, Session } from './entry'
import { writeWhole } from './wholeFile'

/** What waits for the server: a state of a game, or that a game ended without a word. */
export type Message = { type: 'entry'; body: EntryBody } | { type: 'interrupted' }

interface Kept {
  /** where the MPF is whose games these are; missing in queues of older bridges */
  mpf?: string
  session: Session | undefined
  messages: Message[]
}

/** Must survive a restart. A state of a running game need not: the next one says it all again. */
const isLasting = (message: Message) => message.type === 'interrupted' || !message.body.active

/** Whether a message has all that an earlier one says: that a game is over leaves its scores open. */
const saysAll = (message: Message, earlier: Message) => message.type === 'entry' && !isLasting(earlier)

/** @throws when the file is not one of ours: a final score may be in it */
function readFile(file: string): Kept {
  if (!existsSync(file)) return { session: undefined, messages: [] }
  try {
    const { mpf, session, messages } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>
    if (Array.isArray(messages)) return { mpf, session, messages }
  } catch {
    // Said below.
  }
  throw new Error(`${file} is not a queue of this bridge. Move it away, or name another file with --queue.`)
}

/** Messages in their order. What must survive is on disk before `put` returns, if the disk takes it. */
export class Outbox {
  private messages: Message[]
  private sending: Message | undefined
  private running: Session | undefined
  private isWritable = true

  /**
   * @param log told when the file cannot be written, and when it can again
   * @param mpf where the MPF is whose games these are
   * @throws when the file is another machine's: its scores would be sent as this one's
   */
  constructor(
    private readonly file: string,
    private readonly log: (line: string) => void = () => {},
    private readonly mpf?: string,
  ) {
    const { mpf: of = mpf, session, messages } = readFile(file)
    if (of !== mpf)
      throw new Error(
        `${file} is the queue of the bridge to MPF at ${of}. Every machine has its own: name another file with --queue. If this is the same machine, take "mpf" out of the file.`,
      )
    this.running = session
    this.messages = messages
    // At once: the next bridge may be started before this one has anything to keep.
    if (mpf !== undefined) this.write()
  }

  /** The game that is played, also one from before a restart. */
  get session(): Session | undefined {
    return this.running
  }

  set session(session: Session | undefined) {
    this.running = session
    this.write()
  }

  get isEmpty(): boolean {
    return this.messages.length === 0
  }

  put(message: Message): void {
    const last = this.messages.at(-1)
    // Only the newest state of a running game is worth sending.
    if (last && last !== this.sending && saysAll(message, last)) this.messages.pop()
    this.messages.push(message)
    if (isLasting(message)) this.write()
  }

  /** The oldest message; it is not replaced until `sent` or `kept`. */
  next(): Message | undefined {
    return (this.sending = this.messages[0])
  }

  /** The server has it, or does not want it. */
  sent(message: Message): void {
    this.messages = this.messages.filter((one) => one !== message)
    this.sending = undefined
    if (isLasting(message)) this.write()
  }

  /** It stays for another attempt, unless a newer state says the same. */
  kept(message: Message): void {
    this.sending = undefined
    const [first, second] = this.messages
    if (first === message && second && saysAll(second, first)) this.messages.shift()
  }

  private write() {
    try {
      writeWhole(
        this.file,
        JSON.stringify({
          mpf: this.mpf,
          session: this.running,
          messages: this.messages.filter(isLasting),
        } satisfies Kept),
      )
      if (!this.isWritable) this.log(`${this.file} can be written again.`)
      this.isWritable = true
    } catch (error) {
      // What is thrown would cut the connection to MPF, or end the bridge: a full disk must not cost the game.
      if (this.isWritable)
        this.log(
          `${this.file} cannot be written (${(error as NodeJS.ErrnoException).code}). Games are sent all the same, but ends of games that wait are lost if the bridge stops.`,
        )
      this.isWritable = false
    }
  }
}
