import { createHash } from 'node:crypto'
import { liveName } from '@multiball/shared/schema'
import type { BoardType, Moment } from '@multiball/shared/schema'
import type { CachedAnswer } from '../../ground/http/answerCache'
import type { ShownTrace } from '../../ground/tracing/traces'
import { keysOf } from './dependencyIndex'
import { deflatedFrame, textFrame } from './frames'
import type { Audience, BoardState, BoardView, Shown } from './sources/boardSource'

/*
 * One board in memory. Its state is made from what is stored, and kept until something it depends on changes:
 *
 *   stale       never made, or something has changed since that began; made when someone asks, or at the pace of those who watch
 *   making      being made
 *   superseded  being made, but something has changed since that began: shown, and stale
 *   fresh       matches what is stored, until `staleAt`
 */
type Freshness = 'stale' | 'making' | 'superseded' | 'fresh'

type FreshnessEvent = 'changed' | 'begun' | 'made' | 'failed'

const transitions: Record<Freshness, Record<FreshnessEvent, Freshness>> = {
  stale: { changed: 'stale', begun: 'making', made: 'stale', failed: 'stale' },
  making: { changed: 'superseded', begun: 'making', made: 'fresh', failed: 'stale' },
  superseded: { changed: 'superseded', begun: 'making', made: 'stale', failed: 'stale' },
  // A fresh one is made again when its time is over.
  fresh: { changed: 'stale', begun: 'making', made: 'fresh', failed: 'stale' },
}

/** The moments that each audience is shown: the same list while they see the same. */
export type ShownMoments = Record<Audience, readonly Moment[]>

/** A board in memory: its newest state for each audience, and how far that is on its way to viewers. */
export class LiveBoard {
  readonly name: string
  /** what it depends on by itself, as the index files it */
  keys: readonly string[]
  /** it has left the memory: no news reaches it */
  isGone = false

  // Its state, which LiveBoards keeps up to date.
  freshness: Freshness = 'stale'
  /** ms since 1970; from then on the state may differ although nothing happened */
  staleAt = Number.POSITIVE_INFINITY
  /** while its state is being made */
  making: Promise<void> | undefined
  /** as it was made last */
  private made: BoardState | undefined
  /** see Parts */
  revision = 0
  readonly everyone: Channel
  /** the same channel while all see the same */
  insiders: Channel
  /** insiders have just begun to see more than everyone: viewers who may be insiders are asked again */
  hasNewPrivateParts = false

  // Its way to the viewers, which the hub looks after.
  /** by `elapsed`, when its pace had the last state, which may have gone out earlier: none goes out before that again */
  publishedAt = Number.NEGATIVE_INFINITY
  /** from when a state is due until every viewer has it */
  isPublishing = false
  /** so many watch that compressing a state costs next to nothing for each of them */
  isCrowded = false
  /** of the traced posts that the next state shows */
  traced: ShownTrace | undefined

  constructor(
    readonly type: BoardType,
    readonly id: number,
    /** as it is stored */
    public view: BoardView,
    private readonly counter: Counter,
  ) {
    this.name = liveName(type, id)
    this.keys = keysOf(view.dependsOn)
    this.everyone = this.insiders = new Channel(this.name, counter.epoch, counter)
  }

  get hasPrivateParts(): boolean {
    return this.insiders !== this.everyone
  }

  /** Notes what happened to its state. */
  note(event: FreshnessEvent): void {
    this.freshness = transitions[this.freshness][event]
  }

  /** Whether its state matches what is stored. `now`: ms since 1970. */
  isFresh(now: number): boolean {
    return this.freshness === 'fresh' && this.staleAt > now
  }

  /** Takes what was read again. */
  setView(view: BoardView): void {
    this.view = view
    this.keys = keysOf(view.dependsOn)
    this.revision += 1
    this.note('changed')
  }

  setState(state: BoardState, moments: ShownMoments): void {
    this.staleAt = state.staleAt ?? Number.POSITIVE_INFINITY
    this.made = state
    this.take(state, moments)
  }

  /** Shows other moments with the state that it has. Answers whether viewers see another state now. */
  setMoments(moments: ShownMoments): boolean {
    if (!this.made) return false
    const { seq } = this
    this.take(this.made, moments)
    return this.seq > seq
  }

  private take({ everyone, insiders }: BoardState, moments: ShownMoments) {
    this.everyone.take(everyone, moments.everyone)
    if (insiders === everyone && moments.insiders === moments.everyone) return this.unite()
    // An epoch of its own: a viewer who changes audience takes the other's state as newer, whatever it saw before.
    if (!this.hasPrivateParts) {
      this.insiders = new Channel(this.name, `${this.counter.epoch}i`, this.counter)
      this.hasNewPrivateParts = true
    }
    this.insiders.take(insiders, moments.insiders)
  }

  private unite() {
    // Insiders may have seen a newer one.
    if (this.insiders.seq > this.everyone.seq) this.everyone.renew()
    this.insiders = this.everyone
  }

  /** Rises with each new state of either audience. */
  get seq(): number {
    return Math.max(this.everyone.seq, this.insiders.seq)
  }

  /** About how large its newest state is, for all audiences together. */
  get bytes(): number {
    return this.everyone.bytes + (this.hasPrivateParts ? this.insiders.bytes : 0)
  }

  /** Whether its state names a user. */
  shows(userId: number): boolean {
    return this.everyone.shows(userId) || (this.hasPrivateParts && this.insiders.shows(userId))
  }

  channel(audience: Audience): Channel {
    return this[audience]
  }
}

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

/**
 * The newest state of a board, as one audience sees it, and its bytes, which are the same for every viewer: the frame that sockets
 * are sent, and the answers of /scores/ and /bootstrap/. Each is made once, when it is first asked for.
 */
export class Channel {
  seq = 0
  private taken: Shown | undefined
  private settingsJson = ''
  private bodyJson = ''
  /** empty where there are none */
  private momentsJson = ''
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
    return this.bodyJson.length + this.momentsJson.length
  }

  /** Takes the newest state. One that says the same as the last is not a new one. */
  take(shown: Shown, moments: readonly Moment[] = []): void {
    const settingsJson = shown.settings === this.taken?.settings ? this.settingsJson : JSON.stringify(shown.settings)
    const bodyJson = shown === this.taken ? this.bodyJson : JSON.stringify(shown.body)
    const momentsJson = moments.length > 0 ? JSON.stringify(moments) : ''
    this.taken = shown
    if (
      this.seq > 0 &&
      bodyJson === this.bodyJson &&
      settingsJson === this.settingsJson &&
      momentsJson === this.momentsJson
    )
      return
    if (settingsJson !== this.settingsJson)
      this.config = configOf(shown.fixed ? JSON.stringify(shown.fixed) : settingsJson)
    this.settingsJson = settingsJson
    this.bodyJson = bodyJson
    this.momentsJson = momentsJson
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
    const moments = this.momentsJson && `,"moments":${this.momentsJson}`
    return `${this.bodyJson.slice(1, -1)}${moments},"epoch":"${this.epoch}","seq":${this.seq},"config":"${this.config}"`
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
