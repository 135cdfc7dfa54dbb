import { createHash } from 'node:crypto'
import type { CachedAnswer } from '../../ground/http/answerCache'
import { deflatedFrame, textFrame } from './frames'
import type { Shown } from './sources/boardSource'

/*
 * A state as bytes, made once and the same for every viewer: the frame that sockets are sent, and the answers of /scores/
 * and /bootstrap/. Each is made when it is first asked for.
 */

/** Where states are counted: an epoch for the life of this process, and one rising number for all boards. */
export class Counter {
  private last = 0

  constructor(readonly epoch: string) {}

  next(): number {
    this.last += 1
    return this.last
  }
}

/** The same text for the same settings, in every process. */
const configOf = (settingsJson: string) => createHash('sha256').update(settingsJson).digest('base64url').slice(0, 10)

/** The newest state of a board, as one audience sees it. */
export class Channel {
  seq = 0
  private taken: Shown | undefined
  private settingsJson = ''
  private bodyJson = ''
  private config = ''
  private framed: Buffer | undefined
  private deflated: Buffer | undefined
  private traceparent: string | undefined
  private scores: CachedAnswer | undefined
  private bootstrap: CachedAnswer | undefined
  private players: ReadonlySet<number> | undefined

  /** @param epoch to a viewer, states of another epoch are newer than those it saw */
  constructor(
    private readonly name: string,
    private readonly epoch: string,
    private readonly counter: Counter,
  ) {}

  /** Undefined before the first state. */
  get shown(): Shown | undefined {
    return this.taken
  }

  /** About how large its newest state is. */
  get bytes(): number {
    return this.bodyJson.length
  }

  /** Takes the newest state. One that says the same as the last is not a new one. */
  take(shown: Shown): void {
    const settingsJson = shown.settings === this.taken?.settings ? this.settingsJson : JSON.stringify(shown.settings)
    const bodyJson = JSON.stringify(shown.body)
    this.taken = shown
    if (this.seq > 0 && bodyJson === this.bodyJson && settingsJson === this.settingsJson) return
    if (settingsJson !== this.settingsJson)
      this.config = configOf(shown.fixed ? JSON.stringify(shown.fixed) : settingsJson)
    this.settingsJson = settingsJson
    this.bodyJson = bodyJson
    this.renew()
  }

  /** Counts what is shown as a new state. */
  renew(): void {
    this.seq = this.counter.next()
    this.framed = this.deflated = this.scores = this.bootstrap = this.players = this.traceparent = undefined
  }

  /** Whether it names this user. */
  shows(userId: number): boolean {
    return (this.players ??= playersIn(this.taken?.body)).has(userId)
  }

  /** Says in this state's frames which trace they are of. */
  follow(traceparent: string): void {
    this.traceparent = traceparent
    this.framed = this.deflated = undefined
  }

  /** What sockets are sent. */
  frame(): Buffer {
    return (this.framed ??= textFrame(this.messageJson()))
  }

  /** The same for those that read compressed messages. */
  deflatedFrame(): Buffer {
    return (this.deflated ??= deflatedFrame(this.messageJson()))
  }

  scoresAnswer(): CachedAnswer {
    return (this.scores ??= { bytes: Buffer.from(`{${this.stateJson()}}`), etag: `"${this.epoch}-${this.seq}"` })
  }

  bootstrapAnswer(): CachedAnswer {
    return (this.bootstrap ??= {
      bytes: Buffer.from(`${this.settingsJson.slice(0, -1)},"scores":{${this.stateJson()}}}`),
      etag: `"${this.epoch}-${this.seq}"`,
    })
  }

  private messageJson() {
    const trace = this.traceparent === undefined ? '' : `,"traceparent":"${this.traceparent}"`
    return `{"type":"SCORES","name":"${this.name}",${this.stateJson()}${trace}}`
  }

  private stateJson() {
    return `${this.bodyJson.slice(1, -1)},"epoch":"${this.epoch}","seq":${this.seq},"config":"${this.config}"`
  }
}

/** The users that a state names, wherever in it: `player` beside a score. */
function playersIn(body: unknown, found = new Set<number>()): Set<number> {
  if (typeof body !== 'object' || body === null) return found
  for (const [name, value] of Object.entries(body)) {
    if (name === 'player' && typeof (value as { id?: unknown } | null)?.id === 'number')
      found.add((value as { id: number }).id)
    else playersIn(value, found)
  }
  return found
}
