import type { TvState } from '@multiball/shared/schema'
import type { BoardName } from '../boards/visibility'

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
  onError?(error: unknown): void
  /** how long an answer is held while nothing changes */
  holdMs?: number
  /** how often the database is asked what other processes changed */
  lookEveryMs?: number
}

/** TVs behind one token: two windows of one browser have the same. */
const mostPerToken = 4

/**
 * TVs that wait for something to change. What is changed here is looked for at the TVs that it concerns; every two seconds
 * one question to the database answers for all of them, for what other processes changed.
 */
export class TvWaits {
  /** by the token's hash in hex, the oldest first */
  private readonly waits = new Map<string, Set<Wait>>()
  private timer: NodeJS.Timeout | undefined
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
  async wait(hash: Buffer, version: string | undefined, onGone: (forget: () => void) => void, read: () => Promise<TvState | undefined> = () => this.readOne(hash)): Promise<TvState | undefined> {
    // Before it is read: what changes from now on is told.
    const wait = this.join(hash)
    try {
      const known = await read()
      if (!known || known.version !== version || this.isClosed) {
        wait.finish(known)
        return known
      }
      this.hold(wait, known)
      onGone(() => wait.finish(known))
      return await wait.answered
    } finally {
      wait.finish(undefined)
    }
  }

  /** Something may have changed for the TV with this token (SHA-256). */
  look(hash: Buffer): void {
    void this.lookAt([...(this.waits.get(hash.toString('hex')) ?? [])])
  }

  /** A board may show something else, or nothing: TVs that show it are told. */
  boardChanged({ type, id }: BoardName): void {
    void this.lookAt(this.all().filter(({ known }) => !known || (known.type === 'paired' && known.board?.type === type && known.board.id === id)))
  }

  /** Nobody waits any longer. */
  async close(): Promise<void> {
    this.isClosed = true
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
    if (this.waits.size === 0) this.timer = setInterval(() => this.lookAtAll(), this.options.lookEveryMs ?? 2_000)
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
    void wait.answered.then(() => clearTimeout(timer))
    if (wait.isDue) void this.lookAt([wait])
  }

  private async readOne(hash: Buffer): Promise<TvState | undefined> {
    return (await this.options.read([hash])).get(hash.toString('hex'))
  }

  private lookAtAll() {
    // One that is slow is not asked twice.
    this.looking ??= this.lookAt(this.all()).finally(() => (this.looking = undefined))
  }

  /** Never rejects. */
  private lookAt(waits: readonly Wait[]): Promise<void> {
    if (waits.length === 0) return Promise.resolve()
    for (const wait of waits) wait.isDue = true
    const reading = this.options
      .read(waits.map(({ hash }) => hash))
      .then((states) => {
        for (const { hash, known, finish } of waits) {
          const state = states.get(hash.toString('hex'))
          if (known && state?.version !== known.version) finish(state)
        }
      })
      .catch((error: unknown) => this.options.onError?.(error))
      .finally(() => this.reading.delete(reading))
    this.reading.add(reading)
    return reading
  }
}
