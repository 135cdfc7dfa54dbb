import { elapsed } from '../clock'

interface Kept<Value> {
  value: Promise<Value>
  until: number
}

/** Keeps answers for a moment: many ask the same at once, and one question to the database is enough. */
export class Briefly<Key, Value> {
  private readonly kept = new Map<Key, Kept<Value>>()

  constructor(
    private readonly read: (key: Key) => Promise<Value>,
    private readonly keepMs: number,
    private readonly now: () => number = elapsed,
    private readonly maxKept = 1_000,
  ) {}

  get(key: Key): Promise<Value> {
    const kept = this.kept.get(key)
    if (kept && kept.until > this.now()) return kept.value
    if (this.kept.size >= this.maxKept) this.kept.clear()
    const value = this.read(key)
    this.kept.set(key, { value, until: this.now() + this.keepMs })
    value.catch(() => this.kept.delete(key))
    return value
  }
}
