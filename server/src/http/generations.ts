/**
 * What is remembered by a key: the youngest `size` at least, twice as many at most. Two maps that take turns, since to take
 * single keys off the front of one gets slower with every key that was there.
 */
export class Generations<Value> {
  private young = new Map<string, Value>()
  private old = new Map<string, Value>()

  constructor(private readonly size: number) {}

  /** What was asked for is young again. */
  get(key: string): Value | undefined {
    const known = this.young.get(key)
    if (known !== undefined) return known
    const old = this.old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: Value): void {
    if (this.young.size >= this.size && !this.young.has(key)) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, value)
  }

  delete(key: string): void {
    this.young.delete(key)
    this.old.delete(key)
  }

  clear(): void {
    this.young.clear()
    this.old.clear()
  }
}
