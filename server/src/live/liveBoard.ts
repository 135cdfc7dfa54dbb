import type { BoardType } from '@multiball/shared/schema'
import { liveName } from '@multiball/shared/schema'
import type { Audience, BoardState, BoardView } from './boardSource'
import { Channel } from './channel'
import type { Counter } from './channel'
import type { Viewer } from './viewer'

/** One board in memory: its newest state for each audience, and who watches it. */
export class LiveBoard {
  readonly viewers = new Set<Viewer>()
  readonly name: string
  /** something that it depends on changed since the state was made */
  isStale = true
  /** ms since 1970; from then on the state may be another one although nothing happened */
  staleAt = Number.POSITIVE_INFINITY
  /** by `elapsed`; when the last state went out */
  publishedAt = Number.NEGATIVE_INFINITY
  isPublishing = false
  /** insiders see something else since a moment ago: who may be one is asked again */
  isNewlyParted = false
  readonly everyone: Channel
  /** the same channel where all see the same */
  insiders: Channel

  constructor(
    readonly type: BoardType,
    readonly id: number,
    /** as it is stored */
    public view: BoardView,
    private readonly counter: Counter,
  ) {
    this.name = liveName(type, id)
    this.everyone = this.insiders = new Channel(this.name, counter.epoch, counter)
  }

  get isParted(): boolean {
    return this.insiders !== this.everyone
  }

  /** Whether its state has to be made anew. */
  isDue(now: number): boolean {
    return this.isStale || this.staleAt <= now
  }

  /** Takes over what its owner changed. */
  setView(view: BoardView): void {
    this.view = view
    this.isStale = true
  }

  setState({ everyone, insiders, staleAt = Number.POSITIVE_INFINITY }: BoardState): void {
    this.staleAt = staleAt
    this.everyone.take(everyone)
    if (insiders === everyone) return this.unite()
    // An epoch of their own: whoever comes in, or is sent out, takes what it sees then for newer, whatever it saw before.
    if (!this.isParted) {
      this.insiders = new Channel(this.name, `${this.counter.epoch}i`, this.counter)
      this.isNewlyParted = true
    }
    this.insiders.take(insiders)
  }

  private unite() {
    // Insiders have seen newer ones.
    if (this.insiders.seq > this.everyone.seq) this.everyone.renew()
    this.insiders = this.everyone
  }

  /** About how large its newest state is, for all audiences together. */
  get bytes(): number {
    return this.everyone.bytes + (this.isParted ? this.insiders.bytes : 0)
  }

  /** Whether a user is named in what it shows. */
  shows(userId: number): boolean {
    return this.everyone.shows(userId) || (this.isParted && this.insiders.shows(userId))
  }

  channel(audience: Audience): Channel {
    return this[audience]
  }
}
