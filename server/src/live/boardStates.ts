import { randomBytes } from 'node:crypto'
import { isBuiltInType } from '@multiball/shared/schema'
import type { BoardType } from '@multiball/shared/schema'
import type { BoardName } from '../boards/visibility'
import { notFound, undefinedWhenMissing } from '../http/refusals'
import { BoardIndex, keysOf, watchKey } from './boardIndex'
import type { BoardSource, Part, Parts } from './boardSource'
import { Counter } from './channel'
import { LiveBoard } from './liveBoard'

const keyOf = (type: string, id: number) => `${type}:${id}`

export interface StatesOptions {
  /** boards in memory; those with viewers, and what they contain, stay whatever it says */
  maxBoards: number
  /** ms since 1970 */
  now: () => number
  /** the title of a venue machine; undefined while it is not known */
  titleOf: (venueMachineId: number) => number | undefined
  /** told when a state is made anew only because the clock went on: nobody else says so to its viewers */
  onOverdue?: (board: LiveBoard) => void
}

/** The boards that somebody watches or has asked for lately. Each is read once, however many ask at the same time. */
export class BoardStates {
  private readonly boards = new Map<string, LiveBoard>()
  private readonly reading = new Map<string, Promise<LiveBoard>>()
  private readonly refreshing = new Map<LiveBoard, Promise<void>>()
  private readonly index = new BoardIndex()
  private readonly counter = new Counter(randomBytes(8).toString('hex'))

  constructor(
    /** where boards of a type come from; undefined of types that have no state */
    private readonly sourceOf: (type: string) => BoardSource | undefined,
    private readonly options: StatesOptions,
  ) {}

  /** How many boards are in memory. */
  get size(): number {
    return this.boards.size
  }

  /** Boards in memory that are stored otherwise by now: another process may change them. */
  async outdated(): Promise<LiveBoard[]> {
    const found = await Promise.all(
      [...new Set([...this.boards.values()].map(({ type }) => type))].map(async (type) => {
        const boards = [...this.boards.values()].filter((board) => board.type === type)
        const read = new Map(boards.map((board) => [board, board.view.version]))
        const versions = await this.source(type).versions(boards.map(({ id }) => id))
        return boards.filter((board) => versions.get(board.id) !== read.get(board))
      }),
    )
    return found.flat()
  }

  /** The board with its newest state; who may see it is for the caller to ask. Throws 404. */
  async get(type: string, id: number): Promise<LiveBoard> {
    for (;;) {
      const board = await this.board(type, id)
      await this.refresh(board)
      if (this.boards.get(keyOf(type, id)) === board) return board
    }
  }

  /** What get answers, where nothing has to be waited for. */
  newest(type: string, id: number): LiveBoard | undefined {
    const key = keyOf(type, id)
    const board = this.boards.get(key)
    const isNewest = board && !this.reading.has(key) && !this.refreshing.has(board) && !board.isDue(this.options.now())
    return isNewest ? board : undefined
  }

  /** Brings the state up to date with what is stored. */
  refresh(board: LiveBoard): Promise<void> {
    if (!this.refreshing.has(board) && !board.isDue(this.options.now())) return Promise.resolve()
    let refreshing = this.refreshing.get(board)
    if (!refreshing) {
      if (!board.isStale) this.options.onOverdue?.(board)
      refreshing = this.compute(board).finally(() => this.refreshing.delete(board))
      this.refreshing.set(board, refreshing)
    }
    return refreshing
  }

  /** A machine has a new state, perhaps a settled game. Answers the boards that may show something else now. */
  machineChanged(venueMachineId: number, isSettled: boolean): Iterable<LiveBoard> {
    // Asked for with the first change of a machine, it is known when its game settles.
    const title = this.options.titleOf(venueMachineId)
    const playing = this.index.find(watchKey.game(venueMachineId))
    const boards = isSettled
      ? new Set([
          ...playing,
          ...this.index.find(watchKey.settledGame(venueMachineId)),
          ...(title === undefined ? this.index.watchingTitles() : this.index.find(watchKey.settledTitle(title))),
        ])
      : playing
    for (const board of boards) board.isStale = true
    return boards
  }

  /** A user is called otherwise. Answers the boards that show it, or may in a moment. */
  playerRenamed(userId: number): LiveBoard[] {
    const boards = [...this.boards.values()].filter((board) => this.refreshing.has(board) || board.shows(userId))
    for (const board of boards) board.isStale = true
    return boards
  }

  /** A program has posted for a board. Answers the boards that show it. */
  posted(board: BoardName): Iterable<LiveBoard> {
    const boards = this.index.find(watchKey.posted(board))
    for (const one of boards) one.isStale = true
    return boards
  }

  /** Anything may have changed. Answers all boards. */
  allChanged(): LiveBoard[] {
    const boards = [...this.boards.values()]
    for (const board of boards) board.isStale = true
    return boards
  }

  /** Boards that somebody watches and whose state is over by the clock. */
  overdue(): LiveBoard[] {
    const now = this.options.now()
    return [...this.boards.values()].filter((board) => board.viewers.size > 0 && board.staleAt <= now)
  }

  /** The boards in memory that contain this one. */
  containing(board: BoardName): LiveBoard[] {
    return [...this.index.find(watchKey.board(board))]
  }

  /**
   * Reads a board anew where it is in memory, and answers it; `undefined` when it is not in memory (any more). Whoever
   * asks for it meanwhile waits. A board that is gone, or cannot be read, leaves the memory.
   */
  async reread(type: BoardType, id: number): Promise<LiveBoard | undefined> {
    const key = keyOf(type, id)
    // What is being read may be what was before; and one after the other, so that the last one read is the newest.
    while (this.reading.has(key)) await this.reading.get(key)?.catch(() => {})
    const board = this.boards.get(key)
    if (!board) return undefined
    const reading = this.source(type)
      .read(id)
      .then((view) => {
        if (!view) throw notFound()
        board.setView(view)
        this.index.add(board, keysOf(view.watches))
        return board
      })
      .finally(() => this.reading.delete(key))
    this.reading.set(key, reading)
    return reading.catch((error: unknown) => {
      this.remove(board)
      throw error
    })
  }

  /** Forgets a board. */
  remove(board: LiveBoard): void {
    this.index.remove(board)
    if (this.boards.get(keyOf(board.type, board.id)) === board) this.boards.delete(keyOf(board.type, board.id))
  }

  find(type: string, id: number): LiveBoard | undefined {
    return this.boards.get(keyOf(type, id))
  }

  private source(type: string): BoardSource {
    const source = this.sourceOf(type)
    if (!source) throw notFound()
    return source
  }

  private async board(type: string, id: number): Promise<LiveBoard> {
    const key = keyOf(type, id)
    const reading = this.reading.get(key)
    if (reading) return reading
    const known = this.boards.get(key)
    if (known) return known
    const source = this.source(type)
    const loading = this.load(source, id).finally(() => this.reading.delete(key))
    this.reading.set(key, loading)
    return loading
  }

  private async load(source: BoardSource, id: number): Promise<LiveBoard> {
    const view = await source.read(id)
    if (!view) throw notFound()
    const board = new LiveBoard(source.type, id, view, this.counter)
    this.evict()
    this.boards.set(keyOf(source.type, id), board)
    this.index.add(board, keysOf(view.watches))
    return board
  }

  private async compute(board: LiveBoard): Promise<void> {
    while (board.isDue(this.options.now())) {
      const { view } = board
      board.isStale = false
      try {
        const keys = new Set(keysOf(view.watches))
        const state = await view.state(this.partsOf(board, keys))
        // Read anew meanwhile: it may show something else, or to others.
        if (board.view !== view) {
          board.isStale = true
          continue
        }
        board.setState(state)
        this.index.keepOnly(board, keys)
        // It may be over by the clock already: that is for whoever asks next.
        if (!board.isStale) return
      } catch (error) {
        board.isStale = true
        throw error
      } finally {
        // What left the memory meanwhile must not be found any more.
        if (this.boards.get(keyOf(board.type, board.id)) !== board) this.index.remove(board)
      }
    }
  }

  /** What a board contains. From when a part is asked for, the board is found by all that the part watches. */
  private partsOf(board: LiveBoard, keys: Set<string>): Parts {
    return {
      get: async ({ type, id }): Promise<Part | undefined> => {
        const part = await this.board(type, id).catch(undefinedWhenMissing)
        // What contains boards and may be contained in any could contain itself.
        if (!part || part.view.trouble !== undefined || (!isBuiltInType(type) && part.view.watches.boards?.length)) return undefined
        // Before its state, so that no change falls between; it may leave the memory at any time.
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
      // What is contained in a board stays as long as that one: changes of it by another process are noticed in memory.
      if (board.viewers.size > 0 || board.isPublishing || this.refreshing.has(board) || this.containing(board).length > 0) continue
      this.remove(board)
      return
    }
  }
}
