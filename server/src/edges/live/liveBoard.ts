import { liveName } from '@multiball/shared/schema'
import type { BoardType } from '@multiball/shared/schema'
import type { ShownTrace } from '../../ground/tracing/traces'
import { Channel } from './channel'
import type { Counter } from './channel'
import type { Audience, BoardState, BoardView } from './sources/boardSource'

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

/** A board in memory: its newest state for each audience, and how far that is on its way to viewers. */
export class LiveBoard {
  readonly name: string
  /** it has left the memory: no news reaches it */
  isGone = false

  // Its state, which LiveBoards keeps up to date.
  freshness: Freshness = 'stale'
  /** ms since 1970; from then on the state may differ although nothing happened */
  staleAt = Number.POSITIVE_INFINITY
  /** while its state is being made */
  making: Promise<void> | undefined
  readonly everyone: Channel
  /** the same channel while all see the same */
  insiders: Channel
  /** insiders have just begun to see more than everyone: viewers who may be insiders are asked again */
  isNewlyParted = false

  // Its way to the viewers, which the hub looks after.
  /** by `elapsed`, when its pace had the last state, which may have gone out earlier: none goes out before that again */
  publishedAt = Number.NEGATIVE_INFINITY
  /** from when a state is due until every viewer has it */
  isPublishing = false
  /** so many watch that compressing a state costs next to nothing for each of them */
  isCrowded = false
  /** of the followed posts that the next state shows */
  traced: ShownTrace | undefined

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
    this.note('changed')
  }

  setState({ everyone, insiders, staleAt = Number.POSITIVE_INFINITY }: BoardState): void {
    this.staleAt = staleAt
    this.everyone.take(everyone)
    if (insiders === everyone) return this.unite()
    // An epoch of its own: a viewer who changes audience takes the other's state as newer, whatever it saw before.
    if (!this.isParted) {
      this.insiders = new Channel(this.name, `${this.counter.epoch}i`, this.counter)
      this.isNewlyParted = true
    }
    this.insiders.take(insiders)
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
    return this.everyone.bytes + (this.isParted ? this.insiders.bytes : 0)
  }

  /** Whether its state names a user. */
  shows(userId: number): boolean {
    return this.everyone.shows(userId) || (this.isParted && this.insiders.shows(userId))
  }

  channel(audience: Audience): Channel {
    return this[audience]
  }
}
