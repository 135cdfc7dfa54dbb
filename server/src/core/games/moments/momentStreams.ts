import { PassThrough } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import { elapsed } from '../../../ground/process/clock'
import { tooMany, unavailable } from '../../../ground/http/refusals'
import type { BoardName } from '../../boards/visibility'
import { boardKey, readStream } from './eventMoments.store'
import type { Moments } from './moments.service'
import { newestPlace } from './moments.store'

/** of one user, or of one network */
const mostOfOne = 20
const most = 1_000
const beatEveryMs = 25_000
/** A program that follows for longer comes back, and is let in again or not. */
const longestMs = 900_000
const entriesAtOnce = 100
const retryAfterS = 30

/** Who follows, and what. */
interface Follower {
  /** the user or the network that it counts for */
  name: string
  /** the machines that it may follow now; throws where it may follow nothing any more */
  machines(): Promise<number[]>
  /** the boards of whose tournaments it is told */
  boards(): Promise<BoardName[]>
  /** the place after which it follows; undefined: from now on */
  after: number | undefined
}

interface OpenStream extends Follower {
  output: PassThrough
  ids: ReadonlySet<number>
  events: readonly BoardName[]
  /** up to which everything was written */
  place: number
  openedAt: number
  /** there is more to write */
  isBehind: boolean
  writing: Promise<void> | undefined
}

/**
 * Moments as they are told, as server-sent events. Each stream reads for itself what comes after its place, whatever has woken it,
 * so that it misses nothing and is given nothing twice; one that is not read waits, and nothing is kept for it.
 */
export class MomentStreams {
  private readonly open = new Set<OpenStream>()
  private endListening: Promise<() => void> | undefined
  private beat: NodeJS.Timeout | undefined

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly moments: Moments,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Opens a stream. Throws 429 where there are too many of one, 503 where there are too many, and what `machines` throws. */
  async follow(follower: Follower): Promise<PassThrough> {
    if (this.open.size >= most) throw unavailable()
    if ([...this.open].filter(({ name }) => name === follower.name).length >= mostOfOne) throw tooMany(retryAfterS)
    const stream: OpenStream = {
      ...follower,
      output: new PassThrough(),
      ids: new Set(),
      events: [],
      place: 0,
      openedAt: elapsed(),
      isBehind: false,
      writing: undefined,
    }
    // Counted from here on: others may come while this one is read.
    this.open.add(stream)
    stream.output.once('close', () => this.close(stream))
    try {
      this.endListening ??= this.moments.onEntries(({ machines, boards }) => this.wake(machines, boards))
      await this.endListening
      this.beat ??= setInterval(() => this.beatAll(), beatEveryMs).unref()
      await this.readScope(stream)
      const newest = await newestPlace(this.db)
      // One from before a backup was restored may be further than there is anything.
      stream.place = Math.min(follower.after ?? newest, newest)
    } catch (error) {
      this.close(stream)
      throw error
    }
    stream.output.write('retry: 3000\n\n')
    this.write(stream)
    return stream.output
  }

  /** Lets every stream say that it is there and how far it is, and ends those that may not go on. */
  beatAll(): void {
    for (const stream of this.open) void this.refresh(stream).catch(() => this.end(stream))
  }

  /** Ends all streams. */
  async closeAll(): Promise<void> {
    clearInterval(this.beat)
    const streams = [...this.open]
    for (const stream of streams) this.end(stream)
    await Promise.all(streams.map(({ writing }) => writing))
    await this.endListening?.then((end) => end())
    this.endListening = undefined
  }

  private wake(machines: ReadonlySet<number>, boards: ReadonlySet<string>) {
    for (const stream of this.open) {
      const isOfGame = [...machines].some((id) => stream.ids.has(id))
      if (isOfGame || stream.events.some((board) => boards.has(boardKey(board)))) this.write(stream)
    }
  }

  private async readScope(stream: OpenStream) {
    stream.ids = new Set(await stream.machines())
    stream.events = await stream.boards()
  }

  private async refresh(stream: OpenStream) {
    if (elapsed() - stream.openedAt > longestMs) return this.end(stream)
    await this.readScope(stream)
    this.write(stream)
    await stream.writing
    // A place without data: who comes back need not be given again what was not theirs.
    if (!stream.output.destroyed && !stream.output.writableNeedDrain) stream.output.write(`id: ${stream.place}\n\n`)
  }

  private write(stream: OpenStream) {
    stream.isBehind = true
    stream.writing ??= this.writeAll(stream)
      .catch((error: unknown) => {
        this.onError(error)
        this.end(stream)
      })
      .finally(() => (stream.writing = undefined))
  }

  private async writeAll(stream: OpenStream) {
    const { output } = stream
    while (stream.isBehind && this.open.has(stream)) {
      stream.isBehind = false
      const upTo = await newestPlace(this.db)
      while (stream.place < upTo && this.open.has(stream)) {
        const entries = await readStream(
          this.db,
          { machines: [...stream.ids], boards: stream.events },
          { after: stream.place, upTo },
          entriesAtOnce,
        )
        for (const entry of entries) output.write(`id: ${entry.place}\ndata: ${JSON.stringify(entry)}\n\n`)
        stream.place = entries.length === entriesAtOnce ? entries.at(-1)!.place : upTo
        if (output.writableNeedDrain) await drained(output)
      }
    }
  }

  private end(stream: OpenStream) {
    this.open.delete(stream)
    // One that is not read would hold up the end.
    if (stream.output.writableNeedDrain) stream.output.destroy()
    else stream.output.end()
  }

  private close(stream: OpenStream) {
    this.open.delete(stream)
    stream.output.destroy()
  }
}

/** Resolves once what was written has been taken, or never will be. */
const drained = (output: PassThrough) =>
  new Promise<void>((resolve) => {
    const done = () => {
      output.off('drain', done).off('close', done)
      resolve()
    }
    output.once('drain', done).once('close', done)
  })
