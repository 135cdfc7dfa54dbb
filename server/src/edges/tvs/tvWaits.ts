import type { TvState } from '@multiball/shared/schema'
import type { BoardName } from '../../core/boards/visibility'
import { elapsed } from '../../ground/process/clock'

interface Wait {
  readonly hash: Buffer
  /** what the TV knows; undefined until that is read */
  known: TvState | undefined
  /** something changed while it was read */
  isDue: boolean
  readonly answered: Promise<TvState | undefined>
  finish(state: TvState | undefined): void
}

export interface TvWaitsOptions {
  /** the states of the tokens (SHA-256) that are known, by the hash in hex */
  read(hashes: readonly Buffer[]): Promise<ReadonlyMap<string, TvState>>
  /** the TVs with these tokens (SHA-256) are there */
  seen?(hashes: readonly Buffer[]): Promise<void>
  onError?(error: unknown): void
  /** how long an answer is held while nothing changes */
  holdMs?: number
  /** how often the database is asked about all that wait, for what nobody told */
  lookEveryMs?: number
}

/** TVs behind one token: two windows of one browser have the same. */
const mostPerToken = 4
/** A look that failed, or that somebody asked for, is not put off any longer. */
const lookSoonMs = 2_000
/** for a TV to ask again, once it was answered that nothing has changed */
const comeBackWithinMs = 10_000

/**
 * TVs that wait for something to change. What is changed is looked for at the TVs that it concerns; now and then one
 * question to the database answers for all of them, for what nobody told: what a TV follows may be over. A TV that was
 * answered that nothing has changed and asks again costs no question of its own.
 */
export class TvWaits {
  /** by the token's hash in hex, the oldest first */
  private readonly waits = new Map<string, Set<Wait>>()
  /** what TVs know that will ask again in a moment, the oldest first */
  private readonly between = new Map<string, { hash: Buffer; known: TvState; until: number }>()
  private timer: NodeJS.Timeout | undefined
  /** all are looked at as soon as they may be */
  private isBehind = false
  private looking: Promise<void> | undefined
  private readonly reading = new Set<Promise<void>>()
  private isClosed = false

  constructor(private readonly options: TvWaitsOptions) {}

  get size(): number {
    return [...this.waits.values()].reduce((sum, waits) => sum + waits.size, 0)
  }

  /**
   * The state of the TV with this token (SHA-256) once it is not the known one, and after a while in any case; undefined
   * once nobody knows the token. `onGone` is given what to call when the TV has gone away.
   * @param read the state of now
   */
  async wait(
    hash: Buffer,
    version: string | undefined,
    onGone: (forget: () => void) => void,
    read: () => Promise<TvState | undefined> = () => this.readOne(hash),
  ): Promise<TvState | undefined> {
    // Before it is read: what changes from now on is told.
    const wait = this.join(hash)
    try {
      const known = this.comeBack(hash, version) ?? (await read())
      if (!known || known.version !== version || this.isClosed) {
        wait.finish(known)
        return known
      }
      this.hold(wait, known)
      onGone(() => wait.finish(known))
      const answer = await wait.answered
      if (answer === wait.known) this.remember(hash, known)
      return answer
    } finally {
      wait.finish(undefined)
    }
  }

  /** Something may have changed for the TV with this token (SHA-256). */
  look(hash: Buffer): void {
    this.between.delete(hash.toString('hex'))
    void this.lookAt([...(this.waits.get(hash.toString('hex')) ?? [])])
  }

  /** A board may show something else, or nothing: TVs that show it are told. */
  boardChanged({ type, id }: BoardName): void {
    const mayShow = ({ known }: { known: TvState | undefined }) =>
      !known || (known.type === 'paired' && known.board?.type === type && known.board.id === id)
    for (const [name, one] of this.between) if (mayShow(one)) this.between.delete(name)
    void this.lookAt(this.all().filter(mayShow))
  }

  /** Anything may have changed: all that wait are looked at soon, however often this is said. */
  lookAtAllSoon(): void {
    this.between.clear()
    this.isBehind = true
  }

  /** Nobody waits any longer. */
  async close(): Promise<void> {
    this.isClosed = true
    this.between.clear()
    for (const { known, finish } of this.all()) if (known) finish(known)
    await Promise.all(this.reading)
  }

  private all(): Wait[] {
    return [...this.waits.values()].flatMap((waits) => [...waits])
  }

  private join(hash: Buffer): Wait {
    const name = hash.toString('hex')
    const waits = this.waits.get(name) ?? new Set()
    const oldest = [...waits].find(({ known }) => known)
    if (oldest && waits.size >= mostPerToken) oldest.finish(oldest.known)
    if (this.waits.size === 0) this.startLooking()
    this.waits.set(name, waits)
    let answer: (state: TvState | undefined) => void = () => {}
    const answered = new Promise<TvState | undefined>((resolve) => (answer = resolve))
    const wait: Wait = {
      hash,
      known: undefined,
      isDue: false,
      answered,
      finish: (state) => {
        if (!waits.delete(wait)) return
        if (waits.size === 0) this.waits.delete(name)
        if (this.waits.size === 0) clearInterval(this.timer)
        answer(state)
      },
    }
    waits.add(wait)
    return wait
  }

  private hold(wait: Wait, known: TvState) {
    wait.known = known
    const timer = setTimeout(() => wait.finish(known), this.options.holdMs ?? 20_000)
    wait.answered.then(
      () => clearTimeout(timer),
      () => {},
    )
    if (wait.isDue) void this.lookAt([wait])
  }

  private async readOne(hash: Buffer): Promise<TvState | undefined> {
    return (await this.options.read([hash])).get(hash.toString('hex'))
  }

  /** What this TV knows, where it was answered a moment ago that it is the newest. */
  private comeBack(hash: Buffer, version: string | undefined): TvState | undefined {
    const name = hash.toString('hex')
    const known = this.between.get(name)
    this.between.delete(name)
    return known && known.until > elapsed() && known.known.version === version ? known.known : undefined
  }

  private remember(hash: Buffer, known: TvState) {
    const now = elapsed()
    for (const [name, { until }] of this.between) {
      if (until > now) break
      this.between.delete(name)
    }
    const name = hash.toString('hex')
    this.between.delete(name)
    if (!this.isClosed) this.between.set(name, { hash, known, until: now + comeBackWithinMs })
  }

  private startLooking() {
    const everyMs = this.options.lookEveryMs ?? 18_000
    const tickMs = Math.min(everyMs, lookSoonMs)
    let ticks = 0
    this.timer = setInterval(() => {
      ticks += 1
      if (!this.isBehind && ticks * tickMs < everyMs) return
      ticks = 0
      this.lookAtAll()
    }, tickMs)
  }

  private lookAtAll() {
    // One that is slow is not asked twice.
    this.looking ??= this.lookAndSee().finally(() => (this.looking = undefined))
  }

  private async lookAndSee() {
    this.isBehind = false
    const waits = this.all()
    const now = elapsed()
    const between = [...this.between.values()].filter(({ until }) => until > now)
    await this.lookAt(waits, between)
    const there = new Map([...waits, ...between].map(({ hash }) => [hash.toString('hex'), hash]))
    await this.options.seen?.([...there.values()]).catch((error: unknown) => this.options.onError?.(error))
  }

  /** Never rejects. */
  private lookAt(waits: readonly Wait[], between: readonly { hash: Buffer }[] = []): Promise<void> {
    if (waits.length + between.length === 0) return Promise.resolve()
    for (const wait of waits) wait.isDue = true
    const reading = this.options
      .read([...new Map([...waits, ...between].map(({ hash }) => [hash.toString('hex'), hash])).values()])
      .then((states) => {
        for (const { hash, known, finish } of waits) {
          const state = states.get(hash.toString('hex'))
          if (known && state?.version !== known.version) finish(state)
        }
        // One of them may have been answered meanwhile that nothing has changed.
        for (const { hash } of [...waits, ...between]) {
          const name = hash.toString('hex')
          if (states.get(name)?.version !== this.between.get(name)?.known.version) this.between.delete(name)
        }
      })
      .catch((error: unknown) => {
        this.lookAtAllSoon()
        this.options.onError?.(error)
      })
      .finally(() => this.reading.delete(reading))
    this.reading.add(reading)
    return reading
  }
}
