import { randomBytes } from 'node:crypto'
import { isBuiltInType, liveName } from '@multiball/shared/schema'
import type { BoardType } from '@multiball/shared/schema'
import type { BoardName } from '../../core/boards/visibility'
import { notFound, undefinedWhenMissing } from '../../ground/http/refusals'
import type { ShownTrace } from '../../ground/tracing/traces'
import { Channel, Counter } from './frames'
import type { Audience, BoardSource, BoardState, BoardView, Part, Parts, Watches } from './sources/boardSource'

/*
 * Boards in memory. The state of a board is made from what is stored, and kept until something it depends on changes:
 *
 *   stale       never made, or something has changed since; made when someone asks or watches
 *   making      being made
 *   superseded  being made, but something has changed since that began: made again at once
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

/** One board: its newest state for each audience. */
export class LiveBoard {
  readonly name: string
  freshness: Freshness = 'stale'
  /** ms since 1970; from then on the state may differ although nothing happened */
  staleAt = Number.POSITIVE_INFINITY
  /** while its state is being made */
  making: Promise<void> | undefined
  /** it has left the memory: no news reaches it */
  isGone = false
  /** by `elapsed`, when its pace had the last state, which may have gone out earlier: none goes out before that again */
  publishedAt = Number.NEGATIVE_INFINITY
  /** from when a state is due until every viewer has it */
  isPublishing = false
  /** so many watch that compressing a state costs next to nothing for each of them */
  isCrowded = false
  /** insiders have just begun to see more than everyone: viewers who may be insiders are asked again */
  isNewlyParted = false
  /** of the followed posts that the next state shows */
  traced: ShownTrace | undefined
  readonly everyone: Channel
  /** the same channel while all see the same */
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

const keyOf = (type: string, id: number) => `${type}:${id}`

/** What boards are found by. */
const watchKey = {
  game: (venueMachineId: number) => `game ${venueMachineId}`,
  settledGame: (venueMachineId: number) => `settled ${venueMachineId}`,
  settledTitle: (machineId: number) => `title ${machineId}`,
  board: ({ type, id }: BoardName) => `${type} ${id}`,
  posted: ({ type, id }: BoardName) => `posted ${type} ${id}`,
}

const titleKeys = watchKey.settledTitle(0).replace('0', '')

/** The keys of everything watched. */
const keysOf = ({ games = [], settledGames = [], settledTitles = [], boards = [], posted = [] }: Watches): string[] => [
  ...games.map(watchKey.game),
  ...settledGames.map(watchKey.settledGame),
  ...settledTitles.map(watchKey.settledTitle),
  ...boards.map(watchKey.board),
  ...posted.map(watchKey.posted),
]

const none: ReadonlySet<LiveBoard> = new Set()

/** Finds the boards that depend on something. */
class WatchIndex {
  private readonly boards = new Map<string, Set<LiveBoard>>()
  private readonly keys = new Map<LiveBoard, Set<string>>()

  find(key: string): ReadonlySet<LiveBoard> {
    return this.boards.get(key) ?? none
  }

  /** The boards that depend on any title. */
  watchingTitles(): LiveBoard[] {
    return [...this.keys].filter(([, keys]) => [...keys].some((key) => key.startsWith(titleKeys))).map(([board]) => board)
  }

  add(board: LiveBoard, keys: Iterable<string>): void {
    // A board that has left the memory is not to be found.
    if (board.isGone) return
    let own = this.keys.get(board)
    if (!own) this.keys.set(board, (own = new Set()))
    for (const key of keys) {
      own.add(key)
      const boards = this.boards.get(key)
      if (boards) boards.add(board)
      else this.boards.set(key, new Set([board]))
    }
  }

  /** Drops every other key of the board. */
  keepOnly(board: LiveBoard, keys: ReadonlySet<string>): void {
    for (const key of this.keys.get(board) ?? []) if (!keys.has(key)) this.take(board, key)
  }

  remove(board: LiveBoard): void {
    for (const key of this.keys.get(board) ?? []) this.take(board, key)
    this.keys.delete(board)
  }

  private take(board: LiveBoard, key: string) {
    this.keys.get(board)?.delete(key)
    const boards = this.boards.get(key)
    boards?.delete(board)
    if (boards?.size === 0) this.boards.delete(key)
  }
}

interface BoardsOptions {
  /** boards kept in memory; those that are watched, and what they contain, stay even beyond it */
  maxBoards: number
  isWatched: (board: LiveBoard) => boolean
  /** ms since 1970 */
  now: () => number
  /** the title of a venue machine; undefined while it is not known */
  titleOf: (venueMachineId: number) => number | undefined
  /** called when a state is made again only because its time is over, which nothing else announces to its viewers */
  onOverdue: (board: LiveBoard) => void
}

/** The boards that someone watches or has lately asked for. Each is read once, however many ask at the same time. */
export class LiveBoards {
  private readonly boards = new Map<string, LiveBoard>()
  /** those being read, for the first time or again: callers wait for that */
  private readonly reading = new Map<string, Promise<LiveBoard>>()
  private readonly index = new WatchIndex()
  private readonly counter = new Counter(randomBytes(8).toString('hex'))

  constructor(
    /** where boards of a type come from; undefined for types without a state */
    private readonly sourceOf: (type: string) => BoardSource | undefined,
    private readonly options: BoardsOptions,
  ) {}

  /** How many boards are in memory. */
  get size(): number {
    return this.boards.size
  }

  /** The board with its newest state; the caller decides who may see it. Throws 404. */
  async get(type: string, id: number): Promise<LiveBoard> {
    for (;;) {
      const board = await this.board(type, id)
      await this.refresh(board)
      if (!board.isGone) return board
    }
  }

  /** As get, but without waiting; undefined where something would have to be read first. */
  newest(type: string, id: number): LiveBoard | undefined {
    const key = keyOf(type, id)
    const board = this.boards.get(key)
    return board?.isFresh(this.options.now()) && !this.reading.has(key) ? board : undefined
  }

  /** A board in memory, however old its state. */
  find(type: string, id: number): LiveBoard | undefined {
    return this.boards.get(keyOf(type, id))
  }

  /** Brings the state up to date with what is stored. */
  refresh(board: LiveBoard): Promise<void> {
    if (board.making) return board.making
    if (board.isFresh(this.options.now())) return Promise.resolve()
    if (board.freshness === 'fresh') this.options.onOverdue(board)
    return (board.making = this.make(board).finally(() => (board.making = undefined)))
  }

  /** A machine has a new state, perhaps a settled game. Answers the boards that may show it. */
  machineChanged(venueMachineId: number, isSettled: boolean): Iterable<LiveBoard> {
    // Looked up at a machine's first change, so that it is known when the game settles.
    const title = this.options.titleOf(venueMachineId)
    const playing = this.index.find(watchKey.game(venueMachineId))
    const boards = isSettled
      ? new Set([
          ...playing,
          ...this.index.find(watchKey.settledGame(venueMachineId)),
          ...(title === undefined ? this.index.watchingTitles() : this.index.find(watchKey.settledTitle(title))),
        ])
      : playing
    return markChanged(boards)
  }

  /** A user was renamed. Answers the boards that show the user, or are being made. */
  playerRenamed(userId: number): Iterable<LiveBoard> {
    return markChanged([...this.boards.values()].filter((board) => board.making !== undefined || board.shows(userId)))
  }

  /** A program has posted for a board. Answers the boards that show it. */
  posted(board: BoardName): Iterable<LiveBoard> {
    return markChanged(this.index.find(watchKey.posted(board)))
  }

  /** Anything may have changed. Answers all boards. */
  allChanged(): Iterable<LiveBoard> {
    return markChanged([...this.boards.values()])
  }

  /** Watched boards whose state has had its time. */
  overdue(): LiveBoard[] {
    const now = this.options.now()
    return [...this.boards.values()].filter((board) => board.staleAt <= now && this.options.isWatched(board))
  }

  /** Boards in memory that differ from what is stored: another process may have changed them. */
  async outdated(): Promise<LiveBoard[]> {
    const types = new Set([...this.boards.values()].map(({ type }) => type))
    const found = await Promise.all(
      [...types].map(async (type) => {
        const boards = [...this.boards.values()].filter((board) => board.type === type)
        const read = new Map(boards.map((board) => [board, board.view.version]))
        const versions = await this.source(type).versions(boards.map(({ id }) => id))
        return boards.filter((board) => versions.get(board.id) !== read.get(board))
      }),
    )
    return found.flat()
  }

  /** The boards in memory that contain this one. */
  containing(board: BoardName): LiveBoard[] {
    return [...this.index.find(watchKey.board(board))]
  }

  /**
   * Reads a board again, if it is in memory, and answers it; `undefined` otherwise. Callers of get wait meanwhile. A board
   * that is gone, or cannot be read, leaves the memory.
   */
  async reread(type: BoardType, id: number): Promise<LiveBoard | undefined> {
    const key = keyOf(type, id)
    // One after the other: what is being read now may be from before the change.
    while (this.reading.has(key)) await this.reading.get(key)?.catch(() => {})
    const board = this.boards.get(key)
    if (!board) return undefined
    try {
      return await this.whileReading(key, async () => {
        const view = await this.view(this.source(type), id)
        board.setView(view)
        this.index.add(board, keysOf(view.watches))
        return board
      })
    } catch (error) {
      this.remove(board)
      throw error
    }
  }

  /** Forgets a board. */
  remove(board: LiveBoard): void {
    board.isGone = true
    this.index.remove(board)
    const key = keyOf(board.type, board.id)
    if (this.boards.get(key) === board) this.boards.delete(key)
  }

  private source(type: string): BoardSource {
    const source = this.sourceOf(type)
    if (!source) throw notFound()
    return source
  }

  private async view(source: BoardSource, id: number): Promise<BoardView> {
    const view = await source.read(id)
    if (!view) throw notFound()
    return view
  }

  private whileReading(key: string, read: () => Promise<LiveBoard>): Promise<LiveBoard> {
    const reading = read().finally(() => this.reading.delete(key))
    this.reading.set(key, reading)
    return reading
  }

  private async board(type: string, id: number): Promise<LiveBoard> {
    const key = keyOf(type, id)
    const known = this.reading.get(key) ?? this.boards.get(key)
    if (known) return known
    const source = this.source(type)
    return this.whileReading(key, async () => {
      const view = await this.view(source, id)
      const board = new LiveBoard(source.type, id, view, this.counter)
      this.evict()
      this.boards.set(key, board)
      this.index.add(board, keysOf(view.watches))
      return board
    })
  }

  private async make(board: LiveBoard): Promise<void> {
    do {
      board.note('begun')
      const { view } = board
      const keys = new Set(keysOf(view.watches))
      try {
        const state = await view.state(this.partsOf(board, keys))
        // Not if it was read again meanwhile: it may show something else, or to others.
        if (board.view === view) {
          board.setState(state)
          this.index.keepOnly(board, keys)
        }
        board.note('made')
      } catch (error) {
        board.note('failed')
        throw error
      }
      // A state whose time is already over is made again for the next caller.
    } while (board.freshness !== 'fresh')
  }

  /** What a board contains. Once a part was asked for, the board is found by everything the part watches. */
  private partsOf(board: LiveBoard, keys: Set<string>): Parts {
    return {
      get: async ({ type, id }): Promise<Part | undefined> => {
        const part = await this.board(type, id).catch(undefinedWhenMissing)
        // A remote's board that contains boards could contain itself.
        if (!part || part.view.trouble !== undefined || (!isBuiltInType(type) && part.view.watches.boards?.length)) return undefined
        // Before its state is read, so that no change is missed.
        const partKeys = keysOf(part.view.watches)
        for (const key of partKeys) keys.add(key)
        this.index.add(board, partKeys)
        await this.refresh(part)
        const { everyone, insiders, staleAt, view } = part
        return { access: view.access, everyone: everyone.shown!, insiders: insiders.shown!, staleAt: Number.isFinite(staleAt) ? staleAt : undefined }
      },
    }
  }

  private evict() {
    if (this.boards.size < this.options.maxBoards) return
    for (const board of this.boards.values()) {
      // Parts stay as long as what contains them: another process's changes are only noticed for boards in memory.
      if (this.options.isWatched(board) || board.isPublishing || board.making || this.containing(board).length > 0) continue
      this.remove(board)
      return
    }
  }
}

function markChanged(boards: Iterable<LiveBoard>): Iterable<LiveBoard> {
  for (const board of boards) board.note('changed')
  return boards
}
