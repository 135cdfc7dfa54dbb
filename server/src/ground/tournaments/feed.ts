import type { EventDocument, PostedPlace } from '@multiball/shared/schema'
import type { Clock } from './clock'
import { Playing, type SentDocument } from './playing'

/** The board that a feed fills. What fails is thrown with a sentence; Overtaken where a newer document is there. */
export interface FedBoard {
  read(): Promise<PostedPlace>
  post(posted: SentDocument): Promise<void>
}

/** The board has a document of this sequence, or a higher one. */
export class Overtaken extends Error {
  constructor(readonly sequence: number) {
    super('The board has a newer document: this one is posted after it.')
  }
}

interface FeedOptions {
  board: FedBoard
  clock: Clock
  log: (line: string) => void
  /** of the last document posted by an earlier bridge */
  sequence?: number
  /** told of each sequence that is in use */
  onSequence?: (sequence: number) => void
}

const gatherMs = 200
const [firstRetryMs, slowestRetryMs] = [1_000, 30_000]
/** a change that the owner makes to the board is known after this long */
const placeEveryMs = 60_000
/** well below the two minutes after which an eventboard says that it no longer hears anything */
const repeatEveryMs = 45_000

/**
 * Posts documents to an eventboard: always the newest one, one at a time, again and again until it is accepted. Repeats it as a
 * sign of life for as long as the source of the documents is there.
 */
export class Feed {
  private newest: EventDocument | undefined
  private isWaiting = false
  private isBusy = false
  private isStopped = false
  /** the first one was taken, and its owner told so */
  private hasPosted = false
  private callOff: () => void = () => {}
  private callOffRepeat: () => void = () => {}
  private retryMs = firstRetryMs
  private complaint = ''
  private sequence: number
  private place: PostedPlace | undefined
  /** both by `elapsed` */
  private placeAt = Number.NEGATIVE_INFINITY
  private postedAt = Number.NEGATIVE_INFINITY
  private readonly playing = new Playing()

  /** @param isThere whether the source of the documents can be reached now */
  constructor(
    private readonly options: FeedOptions,
    private readonly isThere: () => boolean = () => true,
  ) {
    this.sequence = options.sequence ?? 0
    this.repeat()
  }

  /** What the board shows from now on. */
  put(document: EventDocument): void {
    this.newest = document
    this.soon(gatherMs)
  }

  stop(): void {
    this.isStopped = true
    this.callOff()
    this.callOffRepeat()
  }

  private repeat() {
    this.callOffRepeat = this.options.clock.after(repeatEveryMs, () => {
      if (this.newest && this.isThere() && this.options.clock.elapsed() - this.postedAt >= repeatEveryMs - 1_000)
        this.soon(0)
      this.repeat()
    })
  }

  private soon(ms: number) {
    if (this.isWaiting || this.isStopped) return
    this.isWaiting = true
    this.callOff = this.options.clock.after(ms, () => {
      this.isWaiting = false
      void this.send()
    })
  }

  private async send() {
    if (!this.newest || this.isBusy || this.isStopped) return
    this.isBusy = true
    const { board, clock, onSequence } = this.options
    const document = this.newest
    try {
      const place = await this.look()
      this.sequence = Math.max(this.sequence + 1, clock.now())
      onSequence?.(this.sequence)
      await board.post({
        sequence: this.sequence,
        document,
        over: document.status === 'finished',
        players: this.playing.on(place, document, clock.now()),
      })
      this.taken(place)
    } catch (error) {
      // Another program posts to the board, or one whose clock was ahead did.
      if (error instanceof Overtaken) this.sequence = error.sequence
      this.complain((error as Error).message)
      this.soon(this.retryMs)
      this.retryMs = Math.min(slowestRetryMs, this.retryMs * 2)
    } finally {
      this.isBusy = false
    }
    if (this.newest !== document) this.soon(gatherMs)
  }

  private taken({ title }: PostedPlace) {
    this.postedAt = this.options.clock.elapsed()
    if (this.complaint) this.options.log('The server takes documents again.')
    else if (!this.hasPosted) this.options.log(`The eventboard “${title}” shows it, and every change from now on.`)
    this.hasPosted = true
    this.complaint = ''
    this.retryMs = firstRetryMs
  }

  /** Reads what the board is, now and then. */
  private async look(): Promise<PostedPlace> {
    const { board, clock } = this.options
    if (this.place && clock.elapsed() - this.placeAt < placeEveryMs) return this.place
    this.place = await board.read()
    this.placeAt = clock.elapsed()
    this.sequence = Math.max(this.sequence, this.place.sequence ?? 0)
    return this.place
  }

  /** Once, however long it lasts. */
  private complain(complaint: string) {
    if (complaint !== this.complaint) this.options.log(complaint)
    this.complaint = complaint
  }
}
