interface Stoppable {
  stop(): Promise<void>
}

/** How a process ends, for whatever reasons and however often it is told to: with the highest exit code that was asked for. */
export class Stopping {
  private asked: number | undefined
  private running: Stoppable | undefined

  constructor(private readonly exit: (code: number) => void = (code) => process.exit(code)) {}

  /** the exit code that was asked for; undefined: it shall go on */
  get code(): number | undefined {
    return this.asked
  }

  /** Stops and exits, with 1 at least where stopping fails; while it starts, once that is through. Never rejects. */
  async stop(code: number): Promise<void> {
    this.asked = Math.max(this.asked ?? 0, code)
    if (!this.running) return
    try {
      await this.running.stop()
    } catch (error) {
      console.error(error)
      this.asked = Math.max(this.asked, 1)
    }
    this.exit(this.asked)
  }

  /** It has started. Answers whether it goes on: it may have been told to stop meanwhile, and has done so then. */
  async goesOn(running: Stoppable): Promise<boolean> {
    this.running = running
    if (this.asked === undefined) return true
    await this.stop(this.asked)
    return false
  }
}
