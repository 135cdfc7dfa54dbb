import { createHash } from 'node:crypto'
import type { CachedAnswer } from '../http/keptAnswers'
import type { Shown } from './boardSource'
import { playersIn } from './players'
import { sharedMessage } from './sharedFrame'
import type { SharedMessage } from './sharedFrame'

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

/** What one audience of a board is shown: the newest state, made into bytes once for all of them. */
export class Channel {
  seq = 0
  private taken: Shown | undefined
  private settingsJson = ''
  private bodyJson = ''
  private config = ''
  private message: SharedMessage | undefined
  private scores: CachedAnswer | undefined
  private bootstrap: CachedAnswer | undefined
  private players: ReadonlySet<number> | undefined

  /** States of another epoch are newer to whoever saw this one's. */
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

  /** Takes the newest state. One that says the same as before is no new one. */
  take(shown: Shown): void {
    const settingsJson = shown.settings === this.taken?.settings ? this.settingsJson : JSON.stringify(shown.settings)
    const bodyJson = JSON.stringify(shown.body)
    this.taken = shown
    if (this.seq > 0 && bodyJson === this.bodyJson && settingsJson === this.settingsJson) return
    if (settingsJson !== this.settingsJson) this.config = configOf(settingsJson)
    this.settingsJson = settingsJson
    this.bodyJson = bodyJson
    this.renew()
  }

  /** Makes what is shown a new state. */
  renew(): void {
    this.seq = this.counter.next()
    this.message = this.scores = this.bootstrap = this.players = undefined
  }

  /** Whether it names this user. */
  shows(userId: number): boolean {
    return (this.players ??= playersIn(this.taken?.body)).has(userId)
  }

  /** What sockets are sent. */
  sharedMessage(): SharedMessage {
    return (this.message ??= sharedMessage(`{"type":"SCORES","name":"${this.name}",${this.stateJson()}}`))
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

  private stateJson() {
    return `${this.bodyJson.slice(1, -1)},"epoch":"${this.epoch}","seq":${this.seq},"config":"${this.config}"`
  }
}
