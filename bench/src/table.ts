export interface Row {
  what: string
  ours: string
  peer?: string
  /** the figure that counts, and what it should be */
  ratio?: string
  target?: string
  /** undefined where there is no target */
  holds?: Verdict
}

/** Whether a target is met; on the line, where it lies within the spread of what was measured. */
type Verdict = boolean | 'on the line'

/**
 * A figure of each round of ours beside the peer's; a ratio is that of one round's pair.
 * @param write the rounds of one side, such as their median
 * @param atMost the most that ours may be, in what the peer's is
 */
export function pairedRow<Round>(
  what: string,
  ours: readonly Round[],
  peer: readonly Round[],
  of: (round: Round) => number,
  write: (rounds: readonly Round[]) => string,
  atMost?: number,
): Row {
  const ratios = ours.map((round, at) => of(round) / of(peer[at]!))
  const [median, least, most] = [quantile(ratios, 0.5), Math.min(...ratios), Math.max(...ratios)]
  const row = {
    what,
    ours: write(ours),
    peer: write(peer),
    ratio: `${median.toFixed(2)} (${least.toFixed(2)}-${most.toFixed(2)})`,
  }
  if (atMost === undefined) return row
  return { ...row, target: `<= ${atMost.toFixed(2)}`, holds: most <= atMost || (least <= atMost && 'on the line') }
}

/** When deliveries came, the medians of rounds: ms. */
export const delays = (rounds: readonly { p50: number; p99: number }[]): string =>
  `${medianOf(rounds, ({ p50 }) => p50).toFixed(1)}, ${medianOf(rounds, ({ p99 }) => p99).toFixed(1)} ms`

export const medianOf = <Round>(rounds: readonly Round[], of: (round: Round) => number): number =>
  quantile(rounds.map(of), 0.5)

/** Whether the figures of something that is broken on purpose find that out: each that has a target has to miss it. */
export function caughtRow(what: string, broken: readonly Row[]): Row {
  const judged = broken.filter(({ holds }) => holds !== undefined)
  const blind = judged.filter(({ holds }) => holds !== false)
  const rest = blind.length > 0 ? `; not: ${blind.map((row) => row.what).join('; ')}` : ''
  return {
    what: `figures that find out ${what}, of ${judged.length}`,
    ours: `${judged.length - blind.length}${rest}`,
    target: 'all',
    holds: blind.length === 0,
  }
}

const columns = ['what', 'ours', 'peer', 'ratio', 'target', 'holds'] as const

export function printTable(rows: readonly Row[]): void {
  const cell = (row: Row, column: (typeof columns)[number]) =>
    column === 'holds'
      ? row.holds === undefined
        ? ''
        : row.holds === 'on the line'
          ? row.holds
          : row.holds
            ? 'yes'
            : 'NO'
      : (row[column] ?? '')
  const width = (column: (typeof columns)[number]) =>
    Math.max(column.length, ...rows.map((row) => cell(row, column).length))
  const line = (texts: string[]) =>
    console.log(texts.map((text, index) => text.padEnd(width(columns[index]!))).join('  '))
  line([...columns])
  for (const row of rows) line(columns.map((column) => cell(row, column)))
}

/** The value below which `share` (0-1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
