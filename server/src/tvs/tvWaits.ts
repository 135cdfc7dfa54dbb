import type { TvState } from '@multiball/shared/schema'

interface Wait {
  hash: Buffer
  /** what the TV knows */
  known: TvState
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
 * TVs that wait for something to change. One question to the database answers for all of them; it is asked after every
 * change here, and every two seconds for what other processes changed.
 */
export class TvWaits {
  private readonly waits = new Set<Wait>()
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> | undefined
  private isLookDue = false
  private isClosed = false

  constructor(private readonly options: TvWaitsOptions) {}

  get size(): number {
    return this.waits.size
  }

  /**
   * The state of the TV with this token (SHA-256) once it is not the known one, and after a while in any case; undefined
   * once nobody knows the token. `onGone` is given what to call when the TV has gone away.
   */
  async wait(hash: Buffer, version: string | undefined, onGone: (forget: () => void) => void): Promise<TvState | undefined> {
    const known = (await this.options.read([hash])).get(hash.toString('hex'))
    if (!known || known.version !== version || this.isClosed) return known
    this.makeRoom(hash)
    return new Promise((resolve) => {
      const finish = (state: TvState | undefined) => {
        clearTimeout(held)
        this.waits.delete(wait)
        if (this.waits.size === 0) clearInterval(this.timer)
        resolve(state)
      }
      const wait: Wait = { hash, known, finish }
      const held = setTimeout(() => finish(known), this.options.holdMs ?? 20_000)
      if (this.waits.size === 0) this.timer = setInterval(() => this.look(), this.options.lookEveryMs ?? 2_000)
      this.waits.add(wait)
      onGone(() => finish(known))
      // What changed since it was read.
      this.look()
    })
  }

  /** Something may have changed: whoever it concerns is told. */
  look(): void {
    if (this.waits.size === 0) return
    if (this.looking) {
      // What is being read may be older than this.
      this.isLookDue = true
      return
    }
    this.looking = this.lookOnce()
      .catch((error: unknown) => this.options.onError?.(error))
      .finally(() => {
        this.looking = undefined
        if (!this.isLookDue) return
        this.isLookDue = false
        this.look()
      })
  }

  /** Nobody waits any longer. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const { known, finish } of [...this.waits]) finish(known)
    await this.looking
  }

  private async lookOnce() {
    const waits = [...this.waits]
    const states = await this.options.read(waits.map(({ hash }) => hash))
    for (const { hash, known, finish } of waits) {
      const state = states.get(hash.toString('hex'))
      if (state?.version !== known.version) finish(state)
    }
  }

  private makeRoom(hash: Buffer) {
    const [oldest, ...rest] = [...this.waits].filter((wait) => wait.hash.equals(hash))
    if (oldest && rest.length + 1 >= mostPerToken) oldest.finish(oldest.known)
  }
}
