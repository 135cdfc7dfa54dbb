const daySeconds = 86_400

/** Words for marks on an axis of time (unix seconds, rising): as fine as they stand apart. */
export function momentLabels(marks: readonly number[]): string[] {
  const apart = marks.length > 1 ? marks[1]! - marks[0]! : daySeconds
  const format = new Intl.DateTimeFormat(undefined, optionsFor(apart))
  return marks.map((mark) => format.format(new Date(mark * 1000)))
}

function optionsFor(apartSeconds: number): Intl.DateTimeFormatOptions {
  if (apartSeconds < 60) return { hour: '2-digit', minute: '2-digit', second: '2-digit' }
  if (apartSeconds < daySeconds) return { hour: '2-digit', minute: '2-digit' }
  return apartSeconds < 28 * daySeconds ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' }
}
