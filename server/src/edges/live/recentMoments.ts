import { momentKinds } from '@multiball/shared/schema'
import type { Moment } from '@multiball/shared/schema'
import type { RecentEntry } from '../../core/games/moments/moments.store'
import type { Clock, Schedule } from '../../ground/process/clock'
import { DependencyIndex, isOfAnyVenue, keysOf } from './dependencyIndex'
import type { ShownMoments } from './liveBoard'
import type { BoardView } from './sources/boardSource'

/** How long a moment is part of the states that show it; who comes later missed it. */
export const shownForMs = 15_000
/** Those that are told later than this after they happened are history. */
export const soonMs = 120_000
const mostInState = 4
/** of one venue, however much it tells */
const mostOfVenue = 20

interface RecentMomentsOptions extends Pick<Clock, 'elapsed'> {
  /** the entries after a place, in their order */
  read: (after: number) => Promise<readonly RecentEntry[]>
  schedule: Schedule
  /** told under which keys of the index of boards there are other moments */
  onChange: (keys: ReadonlySet<string>) => void
  onError: (error: unknown) => void
}

interface Kept extends RecentEntry {
  /** the keys of boards that it may be for */
  keys: readonly string[]
  /** by `elapsed` */
  until: number
  /** for the index: what is kept is there until it is removed */
  isGone: false
}

interface Wanted {
  after: number
  /** it takes the place of all that is kept */
  isAll: boolean
}

const merged = (wanted: Wanted | undefined, after: number, isAll: boolean): Wanted => ({
  after: Math.min(after, wanted?.after ?? after),
  isAll: isAll || wanted?.isAll === true,
})

const none: readonly Moment[] = []
const nothing: ShownMoments = { everyone: none, insiders: none }

const rankOf = ({ moment: { kind } }: Kept) => {
  const rank = momentKinds.findIndex((known) => known === kind)
  return rank < 0 ? momentKinds.length : rank
}

/** The greater first, of equal ones the earlier. */
const greaterFirst = (one: Kept, other: Kept) =>
  rankOf(one) - rankOf(other) || Date.parse(one.moment.happened_on) - Date.parse(other.moment.happened_on)

/** Whether boards whose owners have chosen records alone tell it: a mark is what an owner has set. */
const isRecord = ({ moment: { kind } }: Kept) => kind.endsWith('_record') || kind === 'mark_passed'

const keysFor = ({ moment, venueMachineIds }: RecentEntry) =>
  keysOf({
    shownVenueMachines: venueMachineIds,
    toldVenueMachines: venueMachineIds,
    countedVenueMachines: venueMachineIds,
    countedMachines: [moment.venuemachine.machine.id],
  })

/** The moments of the last seconds, for the boards that show or count their machines, or one of their venue. */
export class RecentMoments {
  private readonly kept = new Map<string, Kept>()
  /** under the keys of the boards that they may be for */
  private readonly index = new DependencyIndex<Kept>()
  /** what is to be read next */
  private wanted: Wanted | undefined
  private reading: Promise<void> | undefined
  private isExpiring = false
  private isClosed = false

  constructor(private readonly options: RecentMomentsOptions) {}

  /** Reads the entries after this place; what is wanted while that is done is read together. */
  readAfter(after: number): void {
    this.want(after, false)
  }

  /** Reads again what is kept: names, and who may see a machine, are those of now. */
  readAgain(): void {
    if (this.kept.size > 0) this.want(Math.min(...[...this.kept.values()].map(({ moment }) => moment.place)) - 1, true)
  }

  /**
   * The moments of a board, as its owner chose, the greatest first: to everyone those of machines that everybody may see, to insiders also those of its
   * owner's other machines.
   * @param keys everything that the board depends on
   */
  of({ access, moments }: BoardView, keys: ReadonlySet<string>): ShownMoments {
    if (this.kept.size === 0 || moments === 'none') return nothing
    const found = new Set<Kept>()
    for (const key of keys)
      for (const kept of this.index.under(key)) {
        const isSeen = kept.isOpen && (kept.countsElsewhere || !isOfAnyVenue(key))
        const isTold = moments === 'all' || isRecord(kept)
        if (isTold && (isSeen || kept.ownerId === access.owner_id)) found.add(kept)
      }
    if (found.size === 0) return nothing
    const sorted = [...found].sort(greaterFirst)
    const first = (some: readonly Kept[]) => some.slice(0, mostInState).map(({ moment }) => moment)
    const insiders = first(sorted)
    const open = sorted.filter(({ isOpen }) => isOpen)
    return { insiders, everyone: open.length === sorted.length ? insiders : first(open) }
  }

  /** Resolves once nothing is read any more. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.reading
  }

  private want(after: number, isAll: boolean) {
    this.wanted = merged(this.wanted, after, isAll)
    this.reading ??= this.readWanted().finally(() => (this.reading = undefined))
  }

  private async readWanted() {
    while (this.wanted && !this.isClosed) {
      const { after, isAll } = this.wanted
      this.wanted = undefined
      try {
        this.takeAll(await this.options.read(after), isAll)
      } catch (error) {
        // It is read with what is told next.
        this.wanted = merged(this.wanted, after, isAll)
        return this.options.onError(error)
      }
    }
  }

  private takeAll(entries: readonly RecentEntry[], areAll: boolean) {
    const changed = new Set<string>()
    if (areAll) for (const kept of this.kept.values()) this.remove(kept, changed)
    for (const entry of entries) this.take(entry, changed)
    for (const venue of new Set(entries.map(({ moment }) => moment.venuemachine.venue.id))) this.limit(venue, changed)
    this.options.onChange(changed)
    this.expireLater()
  }

  private take(entry: RecentEntry, changed: Set<string>) {
    const before = this.kept.get(entry.moment.id)
    if (before) this.remove(before, changed)
    // Screens that have one must hear that it is none any more; others need not.
    if (entry.moment.state === 'withdrawn' && !before) return
    const until = this.options.elapsed() + shownForMs - entry.ageMs
    const kept: Kept = { ...entry, keys: keysFor(entry), until, isGone: false }
    this.kept.set(entry.moment.id, kept)
    this.index.add(kept, kept.keys)
    for (const key of kept.keys) changed.add(key)
  }

  private remove(kept: Kept, changed: Set<string>) {
    this.kept.delete(kept.moment.id)
    this.index.remove(kept)
    for (const key of kept.keys) changed.add(key)
  }

  private limit(venue: number, changed: Set<string>) {
    const of = [...this.kept.values()].filter(({ moment }) => moment.venuemachine.venue.id === venue)
    for (const kept of of.sort(greaterFirst).slice(mostOfVenue)) this.remove(kept, changed)
  }

  private expireLater() {
    if (this.isExpiring || this.kept.size === 0) return
    this.isExpiring = true
    const { elapsed, schedule } = this.options
    const soonest = Math.min(...[...this.kept.values()].map(({ until }) => until))
    schedule(() => {
      this.isExpiring = false
      this.expire()
    }, soonest - elapsed())
  }

  private expire() {
    const now = this.options.elapsed()
    const changed = new Set<string>()
    for (const kept of this.kept.values()) if (kept.until <= now) this.remove(kept, changed)
    this.options.onChange(changed)
    this.expireLater()
  }
}
