import type { BoardName } from '../boards/visibility'
import type { Watches } from './boardSource'
import type { LiveBoard } from './liveBoard'

/** What boards are found by. */
export const watchKey = {
  game: (venueMachineId: number) => `game ${venueMachineId}`,
  settledGame: (venueMachineId: number) => `settled ${venueMachineId}`,
  settledTitle: (machineId: number) => `title ${machineId}`,
  board: ({ type, id }: BoardName) => `${type} ${id}`,
  posted: ({ type, id }: BoardName) => `posted ${type} ${id}`,
}

const titleKeys = watchKey.settledTitle(0).replace('0', '')

/** The keys of all that these watch. */
export const keysOf = ({ games = [], settledGames = [], settledTitles = [], boards = [], posted = [] }: Watches): string[] => [
  ...games.map(watchKey.game),
  ...settledGames.map(watchKey.settledGame),
  ...settledTitles.map(watchKey.settledTitle),
  ...boards.map(watchKey.board),
  ...posted.map(watchKey.posted),
]

const none: ReadonlySet<LiveBoard> = new Set()

/** Which boards depend on what. */
export class BoardIndex {
  private readonly boards = new Map<string, Set<LiveBoard>>()
  private readonly keys = new Map<LiveBoard, Set<string>>()

  find(key: string): ReadonlySet<LiveBoard> {
    return this.boards.get(key) ?? none
  }

  /** The boards that depend on titles, whichever. */
  watchingTitles(): LiveBoard[] {
    return [...this.keys].filter(([, keys]) => [...keys].some((key) => key.startsWith(titleKeys))).map(([board]) => board)
  }

  add(board: LiveBoard, keys: Iterable<string>): void {
    let own = this.keys.get(board)
    if (!own) this.keys.set(board, (own = new Set()))
    for (const key of keys) {
      own.add(key)
      const boards = this.boards.get(key)
      if (boards) boards.add(board)
      else this.boards.set(key, new Set([board]))
    }
  }

  /** The board depends on nothing else. */
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
