/** Of reads of the same thing that overlap, the one that began last counts, in whatever order they end. */
export class LatestRead {
  private begun = 0
  private taken = 0

  /** Reads, and takes what was found unless a later read already did. */
  async run<Found>(read: () => Promise<Found>, take: (found: Found) => void): Promise<void> {
    const turn = ++this.begun
    const found = await read()
    if (turn < this.taken) return
    this.taken = turn
    take(found)
  }
}
