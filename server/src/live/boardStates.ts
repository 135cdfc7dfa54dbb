import { randomBytes } from 'node:crypto'
import type { BoardType, Game } from '@multiball/shared/schema'
import { notFound } from '../http/refusals'
import { Counter, LiveBoard } from './liveBoard'
import type { BoardView } from './liveBoard'

/** Where boards of one type come from. A new board type is one of these. */
export interface BoardSource {
  type: BoardType
  /** Undefined when there is none. */
  read(id: number): Promise<BoardView | undefined>
  /** The `version` of each of these boards; those that are gone are missing. */
  versions(ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}

/** What is needed of the games. */
export interface CurrentGames {
  current(venueMachineId: number): Promise<Game | null>
}

const keyOf = (type: string, id: number) => `${type}:${id}`

/** The boards that somebody watches or has asked for lately. Each is read once, however many ask at the same time. */
export class BoardStates {
  private readonly boards = new Map<string, LiveBoard>()
  private readonly reading = new Map<string, Promise<LiveBoard>>()
  private readonly refreshing = new Map<LiveBoard, Promise<void>>()
  private readonly byMachine = new Map<number, Set<LiveBoard>>()
  private readonly counter = new Counter(randomBytes(8).toString('hex'))

  constructor(
    private readonly games: CurrentGames,
    private readonly sources: readonly BoardSource[],
    private readonly maxBoards: number,
  ) {}

  /** Boards in memory that are stored otherwise by now: another process may change them. */
  async outdated(): Promise<LiveBoard[]> {
    const found = await Promise.all(
      this.sources.map(async (source) => {
        const boards = [...this.boards.values()].filter(({ type }) => type === source.type)
        if (boards.length === 0) return []
        const read = new Map(boards.map((board) => [board, board.view.version]))
        const versions = await source.versions(boards.map(({ id }) => id))
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

  /** Brings the state up to date with what is stored. */
  refresh(board: LiveBoard): Promise<void> {
    if (!board.isStale) return Promise.resolve()
    let refreshing = this.refreshing.get(board)
    if (!refreshing) {
      refreshing = this.compute(board).finally(() => this.refreshing.delete(board))
      this.refreshing.set(board, refreshing)
    }
    return refreshing
  }

  /** A machine has a new state. Answers the boards that show it. */
  machineChanged(venueMachineId: number): Iterable<LiveBoard> {
    const boards = this.byMachine.get(venueMachineId) ?? []
    for (const board of boards) board.isStale = true
    return boards
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
        this.unindex(board)
        board.setView(view)
        this.index(board)
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
    this.unindex(board)
    if (this.boards.get(keyOf(board.type, board.id)) === board) this.boards.delete(keyOf(board.type, board.id))
  }

  find(type: string, id: number): LiveBoard | undefined {
    return this.boards.get(keyOf(type, id))
  }

  private source(type: string): BoardSource {
    const source = this.sources.find((one) => one.type === type)
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
    this.index(board)
    return board
  }

  private async compute(board: LiveBoard): Promise<void> {
    while (board.isStale) {
      board.isStale = false
      try {
        const games = await Promise.all(board.view.venueMachineIds.map((id) => this.games.current(id)))
        board.setGames(games.filter((game) => game !== null).sort(newestFirst))
      } catch (error) {
        board.isStale = true
        throw error
      }
    }
  }

  private index(board: LiveBoard) {
    for (const id of board.view.venueMachineIds) {
      const boards = this.byMachine.get(id)
      if (boards) boards.add(board)
      else this.byMachine.set(id, new Set([board]))
    }
  }

  private unindex(board: LiveBoard) {
    for (const id of board.view.venueMachineIds) {
      const boards = this.byMachine.get(id)
      boards?.delete(board)
      if (boards?.size === 0) this.byMachine.delete(id)
    }
  }

  private evict() {
    if (this.boards.size < this.maxBoards) return
    for (const board of this.boards.values()) {
      if (board.viewers.size > 0 || board.isPublishing) continue
      this.remove(board)
      return
    }
  }
}

/** Running games before settled ones, then the one that began last. */
const newestFirst = (one: Game, other: Game) => Number(one.settled_on !== null) - Number(other.settled_on !== null) || other.id - one.id
