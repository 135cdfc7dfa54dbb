import { statfs } from 'node:fs/promises'
import { elapsed } from '../process/clock'
import type { Tell } from '../process/tell'

/*
 * Room on the disk of the database. PostgreSQL stops altogether when it cannot write its log any more, and then nobody sees
 * anything. So new games end while there is still a reserve: the games that are being played need a few kilobytes each, and
 * boards need nothing.
 *
 * Of the embedded database the disk is looked at. An external one does not tell a role without rights how much room it has;
 * of that one it is known only afterwards, by a commit that it refused for want of room.
 */

const lookEveryMs = 10_000
/** After PostgreSQL has refused a commit for want of room, no new game is tried for so long. */
const refusedForMs = 30_000
/** A disk that is near the limit must not open and close all the time. */
const openAgainShare = 1.1
/** Of the reserve: below so much it is said that there is soon none. */
const lowShare = 2

const noRoomLeft = '53100'

/** `low`: soon no new game will begin; `stopped`: none does. */
type Room = 'unknown' | 'enough' | 'low' | 'stopped'

/** What the room is now, by the free bytes and what it was before. */
export function roomWith(freeBytes: number, reserveBytes: number, before: Room): Room {
  if (freeBytes < reserveBytes * (before === 'stopped' ? openAgainShare : 1)) return 'stopped'
  return freeBytes < reserveBytes * lowShare ? 'low' : 'enough'
}

/** Bytes that a program without rights may still write to the disk of a folder. */
export const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

interface DiskRoomOptions {
  /** bytes that are free; undefined where nobody can know */
  readFree?: () => Promise<number>
  reserveBytes: number
  /** takes that the room has become another */
  tell: Tell
  /** a sentence that says who has stored most, for the log when there is little room */
  readHeaviest?: () => Promise<string | undefined>
  onError(error: unknown): void
  /** ms that only go on */
  now?: () => number
}

export class DiskRoom {
  private room: Room = 'unknown'
  private free = 0
  private refusedAt = Number.NEGATIVE_INFINITY
  private timer: NodeJS.Timeout | undefined
  private readonly now: () => number

  constructor(private readonly options: DiskRoomOptions) {
    this.now = options.now ?? elapsed
  }

  /** Looks now, and every few seconds from now on. */
  start(): void {
    const look = () => void this.look().catch(this.options.onError)
    look()
    this.timer = setInterval(look, lookEveryMs).unref()
  }

  stop(): void {
    clearInterval(this.timer)
  }

  async look(): Promise<void> {
    const { readFree, reserveBytes, tell, onError } = this.options
    if (!readFree) return
    try {
      this.free = await readFree()
    } catch (error) {
      // The room of before goes on to hold.
      return onError(error)
    }
    const before = this.room
    this.room = roomWith(this.free, reserveBytes, before)
    if (this.room === before || (before === 'unknown' && this.room === 'enough')) return
    const left = `The disk of the database has ${Math.round(this.free / 1e6)} MB left`
    if (this.room === 'stopped')
      tell(
        `${left}: no new game begins until there is room. Boards and games that are being played go on.`,
        'disk-stopped',
        'error',
      )
    else if (this.room === 'low') tell(`${left}: make room before it is full.`, 'disk-low')
    else return tell(`${left}: enough again.`, 'disk-enough')
    await this.sayHeaviest().catch(onError)
  }

  private async sayHeaviest() {
    const { readHeaviest, tell } = this.options
    const line = await readHeaviest?.()
    if (line !== undefined) tell(line, 'disk-heaviest')
  }

  /** Whether no new game should begin. */
  get isStopped(): boolean {
    return this.room === 'stopped' || this.now() - this.refusedAt < refusedForMs
  }

  /** What owners should know; undefined while there is enough. */
  trouble(): string | undefined {
    if (this.isStopped)
      return 'The server’s disk is nearly full. New games are not recorded until there is room; games that are being played go on. Tell whoever runs the server.'
    return this.room === 'low'
      ? 'The server’s disk is filling up: soon no new games will be recorded. Tell whoever runs the server.'
      : undefined
  }

  /** These writes, noticing when PostgreSQL has no room for one. */
  noticing<Given, Result>(write: (given: Given) => Promise<Result>): (given: Given) => Promise<Result> {
    return async (given) => {
      try {
        return await write(given)
      } catch (error) {
        if ((error as { code?: unknown }).code === noRoomLeft) {
          if (!this.isStopped) {
            this.options.tell(
              'PostgreSQL has no room to write: no new game begins for a while.',
              'disk-stopped',
              'error',
            )
            this.sayHeaviest().catch(this.options.onError)
          }
          this.refusedAt = this.now()
        }
        throw error
      }
    }
  }
}
