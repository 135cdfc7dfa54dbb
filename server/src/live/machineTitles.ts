const maxKnown = 100_000

/** The title of each venue machine, which it never changes: asked for once. */
export class MachineTitles {
  private readonly known = new Map<number, number>()
  private readonly asking = new Set<number>()

  constructor(
    /** undefined where there is no such machine */
    private readonly read: (venueMachineId: number) => Promise<number | undefined>,
    private readonly onError: (error: unknown) => void = () => {},
  ) {}

  /** Undefined while it is not known; it soon is. */
  titleOf(venueMachineId: number): number | undefined {
    const title = this.known.get(venueMachineId)
    if (title === undefined && !this.asking.has(venueMachineId)) void this.ask(venueMachineId)
    return title
  }

  private async ask(venueMachineId: number) {
    this.asking.add(venueMachineId)
    try {
      const title = await this.read(venueMachineId)
      if (this.known.size >= maxKnown) this.known.clear()
      if (title !== undefined) this.known.set(venueMachineId, title)
    } catch (error) {
      this.onError(error)
    } finally {
      this.asking.delete(venueMachineId)
    }
  }
}
