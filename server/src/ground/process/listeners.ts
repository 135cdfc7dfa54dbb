/** Those who are told of something. One that throws silences no other, and does not reach the caller. */
export class Listeners<Told extends readonly unknown[]> {
  private readonly listeners = new Set<(...told: Told) => void>()

  constructor(private readonly onError: (error: unknown) => void = console.error) {}

  /** Answers a function that ends the subscription. */
  add(listener: (...told: Told) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  tell(...told: Told): void {
    for (const listener of this.listeners) {
      try {
        listener(...told)
      } catch (error) {
        this.onError(error)
      }
    }
  }

  /** Nobody is told any more. */
  clear(): void {
    this.listeners.clear()
  }
}
