import { randomBytes } from 'node:crypto'
import { isBuiltInType } from '@multiball/shared/schema'
import type { BoardType } from '@multiball/shared/schema'
import type { BoardName } from '../../core/boards/visibility'
import { notFound, undefinedWhenMissing } from '../../ground/http/refusals'
import { DependencyIndex } from './dependencyIndex'
import { Counter, LiveBoard } from './liveBoard'
import type { ShownMoments } from './liveBoard'
import type { BoardSource, BoardView, Part, Parts } from './sources/boardSource'

/*
 * The boards in memory: those that someone watches or has lately asked for, and what they contain.
 *
 *   being read  on its way into the memory, or in it and being read again because it was changed: whoever asks waits
 *   in memory   its state is made when someone asks or watches (liveBoard.ts); what it depends on is known (dependencyIndex.ts)
 *   gone        deleted, unreadable, or one of too many that nobody watches: whoever still holds it asks for it again
 */

const keyOf = (type: string, id: number) => `${type}:${id}`

interface BoardsOptions {
  /** boards kept in memory; those that are watched, and what they contain, stay even beyond it */
  maxBoards: number
  isWatched: (board: LiveBoard) => boolean
  /** ms since 1970 */
  now: () => number
  /** see HubOptions */
  machineOf: (venueMachineId: number, isSettled: boolean) => number | undefined
  /** the moments that a board shows just now, by what it depends on */
  momentsOf: (view: BoardView, keys: ReadonlySet<string>) => ShownMoments
  /** called when a state is made again only because its time is over, which nothing else announces to its viewers */
  onOverdue: (board: LiveBoard) => void
}

/** Keeps boards in memory and their states up to date. Each is read once, however many ask at the same time. */
export class LiveBoards {
  private readonly boards = new Map<string, LiveBoard>()
  /** those being read, for the first time or again: callers wait for that */
  private readonly reading = new Map<string, Promise<LiveBoard>>()
  private readonly index = new DependencyIndex<LiveBoard>()
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

  /** Brings the state up to date with what is stored now. What changes during that is left to the next caller, however often that happens. */
  refresh(board: LiveBoard): Promise<void> {
    if (!board.making || board.freshness === 'making') return this.makeNext(board)
    // What is being made is not enough once something has changed: a caller sees that change, in a making that began afterwards.
    const next = () => this.makeNext(board)
    return board.making.then(next, next)
  }

  private makeNext(board: LiveBoard): Promise<void> {
    if (board.making) return board.making
    if (board.isFresh(this.options.now())) return Promise.resolve()
    if (board.freshness === 'fresh') this.options.onOverdue(board)
    return (board.making = this.make(board).finally(() => (board.making = undefined)))
  }

  /** A venue machine has a new state of its game, perhaps a settled one. Answers the boards that may show it. */
  gameChanged(venueMachineId: number, isSettled: boolean): Iterable<LiveBoard> {
    // Looked up at the first change, so that it is known when the game settles; in vain where no board counts titles.
    const machineId = this.index.countsMachines ? this.options.machineOf(venueMachineId, isSettled) : undefined
    return isSettled
      ? markChanged(this.index.showingOrCounting(venueMachineId, machineId))
      : markPlayed(this.index.showing(venueMachineId))
  }

  /** A user was renamed. Answers the boards that show the user, or are being made. */
  playerRenamed(userId: number): Iterable<LiveBoard> {
    return markChanged([...this.boards.values()].filter((board) => board.making !== undefined || board.shows(userId)))
  }

  /** A program has posted for a board. Answers the boards that show it. */
  posted(board: BoardName): Iterable<LiveBoard> {
    return markChanged(this.index.showingPosted(board))
  }

  /** There are other moments of what is filed under these keys. Answers the boards whose state differs now. */
  momentsChanged(keys: Iterable<string>): LiveBoard[] {
    const boards = new Set<LiveBoard>()
    for (const key of keys) for (const board of this.index.under(key)) boards.add(board)
    return [...boards].filter((board) => board.setMoments(this.momentsOf(board)))
  }

  /** There are new entries of moments of these venue machines. Answers the boards that show them. */
  momentsTold(venueMachineIds: ReadonlySet<number>): Iterable<LiveBoard> {
    return markChanged(this.index.showingMoments(venueMachineIds))
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
    return [...this.index.containing(board)]
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
        this.index.add(board, board.keys)
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

  private momentsOf(board: LiveBoard): ShownMoments {
    return this.options.momentsOf(board.view, this.index.keysOf(board))
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
      this.index.add(board, board.keys)
      return board
    })
  }

  private async make(board: LiveBoard): Promise<void> {
    for (;;) {
      board.note('begun')
      const { view } = board
      const keys = new Set(board.keys)
      try {
        const state = await view.state(this.partsOf(board, keys))
        // If it was read again in between it may show something else, or to others.
        if (board.view !== view) continue
        this.index.keepOnly(board, keys)
        board.setState(state, this.momentsOf(board))
        return board.note('made')
      } catch (error) {
        board.note('failed')
        throw error
      }
    }
  }

  /** What a board contains. Once a part was asked for, the board depends on everything that the part does. */
  private partsOf(board: LiveBoard, keys: Set<string>): Parts {
    const file = (more: Iterable<string>) => {
      for (const key of more) keys.add(key)
      this.index.add(board, more)
    }
    return {
      revision: board.revision,
      get: async ({ type, id }): Promise<Part | undefined> => {
        const part = await this.board(type, id).catch(undefinedWhenMissing)
        if (!part || part.view.trouble !== undefined || cannotBePart(part)) return undefined
        // Before its state is read, so that no change is missed.
        file(this.index.keysOf(part))
        await this.refresh(part)
        // What it contains itself is known only now, and may have changed before that.
        file(this.index.keysOf(part))
        if (part.freshness !== 'fresh') board.note('changed')
        const { everyone, insiders, staleAt, view } = part
        return {
          access: view.access,
          everyone: everyone.shown!,
          insiders: insiders.shown!,
          staleAt: Number.isFinite(staleAt) ? staleAt : undefined,
        }
      },
    }
  }

  private evict() {
    if (this.boards.size < this.options.maxBoards) return
    for (const board of this.boards.values()) {
      if (this.options.isWatched(board) || board.isPublishing || board.making) continue
      // Parts stay as long as what contains them: another process's changes are only noticed for boards in memory.
      if (!cannotBePart(board) && this.containing(board).length > 0) continue
      this.remove(board)
      return
    }
  }
}

/** Whether no board shows it as a part: a remote's board that contains boards could contain itself. */
const cannotBePart = ({ type, view }: LiveBoard) => !isBuiltInType(type) && (view.dependsOn.boards?.length ?? 0) > 0

/** No more has changed than the newest game of a machine. */
function markPlayed(boards: Iterable<LiveBoard>): Iterable<LiveBoard> {
  for (const board of boards) board.note('changed')
  return boards
}

function markChanged(boards: Iterable<LiveBoard>): Iterable<LiveBoard> {
  for (const board of boards) board.revision += 1
  return markPlayed(boards)
}
