/** One figure for operators, read when somebody looks. */
export interface Figure {
  /** such as multiball_viewers; a counter's ends with _total, and units are part of it */
  name: string
  help: string
  /** a counter only rises while the process lives */
  kind: 'gauge' | 'counter'
  value: number
  /** what sets it apart from others of its name */
  labels?: Readonly<Record<string, string>>
}

/** How values are spread: how many were not above each bound, how many there were, and their sum. */
export class Distribution {
  private readonly counts: number[]
  private count = 0
  private sum = 0

  constructor(
    readonly name: string,
    readonly help: string,
    private readonly bounds: readonly number[],
    /** what sets it apart from others of its name */
    private readonly labels: Readonly<Record<string, string>> = {},
  ) {
    this.counts = bounds.map(() => 0)
  }

  add(value: number): void {
    this.count += 1
    this.sum += value
    const place = this.bounds.findIndex((bound) => value <= bound)
    if (place >= 0) this.counts[place]! += 1
  }

  lines(): string[] {
    const { name, labels } = this
    let below = 0
    const buckets = this.bounds.map((bound, place) => `${name}_bucket${labelled({ ...labels, le: String(bound) })} ${(below += this.counts[place]!)}`)
    const all = `${name}_bucket${labelled({ ...labels, le: '+Inf' })} ${this.count}`
    return [...buckets, all, `${name}_sum${labelled(labels)} ${this.sum}`, `${name}_count${labelled(labels)} ${this.count}`]
  }
}

export type Reading = Figure | Distribution

export const gauge = (name: string, help: string, value: number): Figure => ({ name, help, kind: 'gauge', value })
export const counter = (name: string, help: string, value: number): Figure => ({ name, help, kind: 'counter', value })

const labelled = (labels: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (letter) => (letter === '\n' ? '\\n' : `\\${letter}`))}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

/** Prometheus' text of readings; those of one name stand together. */
export function textOf(readings: readonly Reading[]): string {
  const byName = new Map<string, Reading[]>()
  for (const reading of readings) byName.set(reading.name, [...(byName.get(reading.name) ?? []), reading])
  return [...byName.values()]
    .flatMap((same) => {
      const [{ name, help }] = same as [Reading]
      const kind = same[0] instanceof Distribution ? 'histogram' : (same[0] as Figure).kind
      const values = same.flatMap((reading) => (reading instanceof Distribution ? reading.lines() : [`${name}${labelled(reading.labels ?? {})} ${reading.value}`]))
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...values]
    })
    .map((line) => `${line}\n`)
    .join('')
}
