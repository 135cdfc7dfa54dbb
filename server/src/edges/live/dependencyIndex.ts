import type { BoardName } from '../../core/boards/visibility'
import type { Dependencies } from './sources/boardSource'

/*
 * Which boards have to be made again when something changes. Each board is filed under a key for everything it depends on:
 *
 *   shown 5              it shows the newest game of venue machine 5
 *   told 5               it shows the moments of venue machine 5
 *   counted 5            it counts the settled games of venue machine 5
 *   countedMachine 100   it counts the settled games of machine 100, in any venue
 *   board scoreboard 1   it contains scoreboard 1
 *   posted eventboard 2  it shows what a program posts for eventboard 2
 */
const startOfCountedMachines = 'countedMachine '

const keyOf = {
  shown: (venueMachineId: number) => `shown ${venueMachineId}`,
  told: (venueMachineId: number) => `told ${venueMachineId}`,
  counted: (venueMachineId: number) => `counted ${venueMachineId}`,
  countedMachine: (machineId: number) => `${startOfCountedMachines}${machineId}`,
  board: ({ type, id }: BoardName) => `board ${type} ${id}`,
  posted: ({ type, id }: BoardName) => `posted ${type} ${id}`,
}

/** The keys of everything that a board depends on by itself. */
export const keysOf = ({
  shownVenueMachines = [],
  toldVenueMachines = [],
  countedVenueMachines = [],
  countedMachines = [],
  boards = [],
  posted = [],
}: Dependencies): string[] => [
  ...shownVenueMachines.map(keyOf.shown),
  ...toldVenueMachines.map(keyOf.told),
  ...countedVenueMachines.map(keyOf.counted),
  ...countedMachines.map(keyOf.countedMachine),
  ...boards.map(keyOf.board),
  ...posted.map(keyOf.posted),
]

const none: ReadonlySet<never> = new Set()

/** Whether this is the key of a machine that is counted in whichever venue. */
export const isOfAnyVenue = (key: string): boolean => key.startsWith(startOfCountedMachines)

/** Finds the boards that depend on something. */
export class DependencyIndex<Board extends { readonly isGone: boolean }> {
  private readonly boards = new Map<string, Set<Board>>()
  private readonly keys = new Map<Board, Set<string>>()
  /** how many machines some board counts in whichever venue */
  private countedMachines = 0

  /** Whether there is a board that counts the settled games of a machine in whichever venue. */
  get countsMachines(): boolean {
    return this.countedMachines > 0
  }

  /** The boards that show the newest game of a venue machine. */
  showing(venueMachineId: number): ReadonlySet<Board> {
    return this.under(keyOf.shown(venueMachineId))
  }

  /**
   * The boards that show the newest game of a venue machine or count its settled ones.
   * @param machineId which machine it is; while that is not known, every board that counts any machine is meant
   */
  showingOrCounting(venueMachineId: number, machineId: number | undefined): ReadonlySet<Board> {
    return new Set([
      ...this.showing(venueMachineId),
      ...this.under(keyOf.counted(venueMachineId)),
      ...(machineId === undefined ? this.countingMachines() : this.under(keyOf.countedMachine(machineId))),
    ])
  }

  /** The boards that show the moments of one of these venue machines. */
  showingMoments(venueMachineIds: ReadonlySet<number>): ReadonlySet<Board> {
    return new Set([...venueMachineIds].flatMap((id) => [...this.under(keyOf.told(id))]))
  }

  /** The boards that contain this one. */
  containing(board: BoardName): ReadonlySet<Board> {
    return this.under(keyOf.board(board))
  }

  /** The boards that show what a program posts for this one. */
  showingPosted(board: BoardName): ReadonlySet<Board> {
    return this.under(keyOf.posted(board))
  }

  /** The boards that are filed under a key. */
  under(key: string): ReadonlySet<Board> {
    return this.boards.get(key) ?? none
  }

  /** Files a board under more keys. */
  add(board: Board, keys: Iterable<string>): void {
    // A board that has left the memory is not to be found.
    if (board.isGone) return
    let own = this.keys.get(board)
    if (!own) this.keys.set(board, (own = new Set()))
    for (const key of keys) {
      own.add(key)
      const boards = this.boards.get(key)
      if (boards) boards.add(board)
      else {
        this.boards.set(key, new Set([board]))
        if (isOfAnyVenue(key)) this.countedMachines += 1
      }
    }
  }

  /** What a board is filed under. */
  keysOf(board: Board): ReadonlySet<string> {
    return this.keys.get(board) ?? none
  }

  /** Drops every other key of the board. */
  keepOnly(board: Board, keys: ReadonlySet<string>): void {
    for (const key of this.keys.get(board) ?? []) if (!keys.has(key)) this.drop(board, key)
  }

  remove(board: Board): void {
    for (const key of this.keys.get(board) ?? []) this.drop(board, key)
    this.keys.delete(board)
  }

  private countingMachines(): Board[] {
    if (!this.countsMachines) return []
    return [...this.keys].filter(([, keys]) => [...keys].some(isOfAnyVenue)).map(([board]) => board)
  }

  private drop(board: Board, key: string) {
    this.keys.get(board)?.delete(key)
    const boards = this.boards.get(key)
    boards?.delete(board)
    if (boards?.size !== 0) return
    this.boards.delete(key)
    if (isOfAnyVenue(key)) this.countedMachines -= 1
  }
}
