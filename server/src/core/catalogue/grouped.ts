/** Rows by each of their keys, in the order of the rows. */
export function grouped<Row>(rows: readonly Row[], keysOf: (row: Row) => Iterable<string>): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows)
    for (const key of keysOf(row)) {
      const group = groups.get(key)
      if (group) group.push(row)
      else groups.set(key, [row])
    }
  return groups
}
