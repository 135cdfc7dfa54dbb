interface DelivererOptions<Taken> {
  /**
   * What is due, one at a time, and taken from an outbox in the database: no other server takes it as well, and it comes back should
   * this one die. Each of these has a worker of its own, which begins once those before it are busy; undefined when there is nothing for it.
   */
  takers: readonly (() => Promise<Taken | undefined>)[]
  /** Delivers what was taken, and notes what came of it. */
  deliver: (taken: Taken, signal: AbortSignal) => Promise<void>
  /** how long one delivery may last, in ms; then it is told to end */
  patienceMs: number
  onError: (error: unknown) => void
}

interface Worker<Taken> {
  take: () => Promise<Taken | undefined>
  running?: Promise<void>
  /** it was woken while it was at work */
  isWanted: boolean
}

const stoppingMs = 10_000

/** Empties an outbox, as many servers as there may be: some deliveries at a time, none of which waits for another worker's. */
export class Deliverer<Taken> {
  private readonly workers: Worker<Taken>[]
  private readonly atWork = new Set<AbortController>()
  private isStopping = false

  constructor(private readonly options: DelivererOptions<Taken>) {
    this.workers = options.takers.map((take) => ({ take, isWanted: false }))
  }

  /** Delivers all that is due. Resolves once that was tried; never rejects. */
  async wake(): Promise<void> {
    for (const worker of this.workers) worker.isWanted = worker.running !== undefined
    this.beginNext()
    while (this.workers.some(({ running }) => running)) await Promise.all(this.workers.map(({ running }) => running))
  }

  /** Finishes what is being delivered, or breaks it off after 10 s; what is left is for the next server that starts. */
  async stop(): Promise<void> {
    this.isStopping = true
    const patience = setTimeout(() => {
      for (const attempt of this.atWork) attempt.abort()
    }, stoppingMs)
    await Promise.all(this.workers.map(({ running }) => running))
    clearTimeout(patience)
  }

  /** Where there is something for one worker, there may be for the next. */
  private beginNext() {
    const idle = this.workers.find(({ running }) => !running)
    if (!idle || this.isStopping) return
    idle.running = this.work(idle).catch(this.options.onError)
  }

  private async work(worker: Worker<Taken>) {
    try {
      do {
        worker.isWanted = false
        for (let taken = await worker.take(); taken !== undefined; taken = await worker.take()) {
          this.beginNext()
          await this.deliver(taken)
          if (this.isStopping) return
        }
      } while (worker.isWanted && !this.isStopping)
    } finally {
      // In the same turn as the last look: it is not taken for busy any more.
      worker.running = undefined
    }
  }

  private async deliver(taken: Taken) {
    const attempt = new AbortController()
    const patience = setTimeout(() => attempt.abort(), this.options.patienceMs)
    this.atWork.add(attempt)
    try {
      await this.options.deliver(taken, attempt.signal)
    } finally {
      clearTimeout(patience)
      this.atWork.delete(attempt)
    }
  }
}
