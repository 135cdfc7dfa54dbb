import { joinMachines, type EventDocument, type PlayedMachine } from '@multiball/shared/schema'
import { isPage, movedTo } from '../sender'

/** Timers and the time; tests have their own. */
export interface Clock {
  /** ms since 1970; steps when somebody sets the computer's clock */
  now(): number
  /** ms since some moment of the past, which never steps: whatever waits, or lasts, goes by it */
  elapsed(): number
  /** Answers a function that calls it off. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** What the server says of the board, see docs/wire.md. */
interface PostedPlace {
  title: string
  sequence: number | null
  settings: { machines?: { venuemachine: number; arena: string }[] }
  machines: PlayedMachine['venuemachine'][]
}

interface FeedOptions {
  /** such as https://boards.example/api/board/eventboard/3/feed/event */
  address: string
  key: string
  clock: Clock
  request: typeof fetch
  log: (line: string) => void
  /** of the last document posted by an earlier bridge */
  sequence?: number
  /** told of each sequence that is in use */
  onSequence?: (sequence: number) => void
}

const gatherMs = 200
const timeoutMs = 15_000
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
  /** the first one was taken, and whoever started the bridge told so */
  private hasPosted = false
  private callOff: () => void = () => {}
  private retryMs = firstRetryMs
  private complaint = ''
  private sequence: number
  private place: PostedPlace | undefined
  /** both by `elapsed` */
  private placeAt = Number.NEGATIVE_INFINITY
  private postedAt = Number.NEGATIVE_INFINITY
  /** when each of the matches that are played was first seen, where it does not say when it began */
  private firstSeen = new Map<string, string>()

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
  }

  private repeat() {
    this.options.clock.after(repeatEveryMs, () => {
      if (this.isStopped) return
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
    const document = this.newest
    try {
      await this.look()
      this.sequence = Math.max(this.sequence + 1, this.options.clock.now())
      this.options.onSequence?.(this.sequence)
      const body = JSON.stringify({
        sequence: this.sequence,
        document,
        over: document.status === 'finished',
        players: this.playersOf(document),
      })
      const answer = await this.call('PUT', body)
      await this.judge(answer)
      this.postedAt = this.options.clock.elapsed()
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } }
      this.complain(
        error instanceof Refused
          ? message
          : `Can’t reach the server (${cause?.code ?? message}). The newest document will be sent when it is back.`,
      )
      this.soon(this.retryMs)
      this.retryMs = Math.min(slowestRetryMs, this.retryMs * 2)
    } finally {
      this.isBusy = false
    }
    if (this.newest !== document) this.soon(gatherMs)
  }

  private async judge(answer: Response) {
    const text = await answer.text()
    if (answer.ok && !isPage(text)) {
      if (this.complaint) this.options.log('The server takes documents again.')
      else if (!this.hasPosted)
        this.options.log(`The eventboard “${this.place?.title}” shows it, and every change from now on.`)
      this.hasPosted = true
      this.complaint = ''
      this.retryMs = firstRetryMs
      return
    }
    // Another program posts to the board, or a bridge whose clock was ahead did.
    const isOlder = answer.status === 409 && !isPage(text)
    if (isOlder) this.sequence = (JSON.parse(text) as { sequence: number }).sequence
    throw new Refused(
      isOlder ? 'The board has a newer document: this one is posted after it.' : this.sentenceFor(answer, text),
    )
  }

  /** Reads what the board is, now and then. */
  private async look() {
    const { elapsed } = this.options.clock
    if (elapsed() - this.placeAt < placeEveryMs) return
    const answer = await this.call('GET')
    const text = await answer.text()
    if (!answer.ok || isPage(text)) throw new Refused(this.sentenceFor(answer, text))
    this.place = JSON.parse(text) as PostedPlace
    this.placeAt = elapsed()
    this.sequence = Math.max(this.sequence, this.place.sequence ?? 0)
  }

  /** Who plays on the machines of the board. */
  private playersOf(document: EventDocument) {
    if (!this.place || document.status === 'finished') return []
    const named = new Map(document.players.map((player) => [player.id, player]))
    const joined = joinMachines(
      document.machines,
      this.place.machines.map((venuemachine) => ({ venuemachine, game: null })),
      this.place.settings.machines ?? [],
    )
    const seenBefore = this.firstSeen
    this.firstSeen = new Map()
    return document.matches.flatMap((match) => {
      const machine = match.state === 'playing' && match.machine !== undefined ? joined.get(match.machine) : undefined
      if (machine === undefined) return []
      // Not by its id: of a table that is the number of its row, which may hold another match by now.
      const who = JSON.stringify([machine, match.players])
      const since = match.started_at ?? seenBefore.get(who) ?? new Date(this.options.clock.now()).toISOString()
      this.firstSeen.set(who, since)
      const players = match.players.map((id) => {
        const player = named.get(id)
        return player ? { name: player.name, ...(player.initials && { initials: player.initials }) } : null
      })
      return [{ venuemachine: machine, since, players }]
    })
  }

  private call(method: 'GET' | 'PUT', body?: string): Promise<Response> {
    const { address, key, request } = this.options
    return request(address, {
      method,
      redirect: 'manual',
      headers: { authorization: `Feed ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
  }

  private sentenceFor({ status, headers }: Response, text: string): string {
    // Followed, it would go without the key.
    const place = status < 400 ? movedTo(headers, this.options.address) : undefined
    if (place !== undefined)
      return `The server has moved to ${place}. Start the bridge with that address; the newest document waits.`
    if (status < 500 && isPage(text))
      return `Not Multiball answered, but something in its way (${status}: ${text.trim().slice(0, 200)}). The newest document waits.`
    // The server does not tell strangers which boards there are: one that does not exist is a 401, too.
    const [, board] = /\/eventboard\/(\d+)\//.exec(this.options.address) ?? []
    if (status === 401)
      return `${board === undefined ? 'This eventboard' : `Eventboard ${board}`} does not exist, or this is not its feed key. Check its id, which is in the address of its viewer, or make a new key in the list of eventboards and start the bridge with it.`
    if (status === 404) return 'There is no such eventboard. Its id is in the address of its viewer.'
    return `The server answered ${status}: ${text.slice(0, 200)}. The newest document waits.`
  }

  /** Once, however long it lasts. */
  private complain(complaint: string) {
    if (complaint !== this.complaint) this.options.log(complaint)
    this.complaint = complaint
  }
}

/** The server said no, in a sentence. */
class Refused extends Error {}
