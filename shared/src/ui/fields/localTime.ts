/** A moment as native date and time fields write it, in the browser's zone: '2026-11-01' and '18:00'. */
export interface LocalTime {
  date: string
  time: string
}

const two = (part: number) => String(part).padStart(2, '0')

/** Both are '' for no moment, or one that no field could show. */
export function localTimeOf(instant: string | null): LocalTime {
  const moment = new Date(instant ?? Number.NaN)
  const year = moment.getFullYear()
  if (!(year >= 1 && year <= 9999)) return { date: '', time: '' }
  return {
    date: `${String(year).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
  }
}

/** The instant (ISO 8601, UTC) of what the fields say; a date without a time is its first moment. Null without a date. */
export function instantOf({ date, time }: LocalTime): string | null {
  const moment = new Date(`${date}T${time || '00:00'}`)
  return date === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

const isoTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?)?$/
const dottedTime = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:,?\s+(\d{1,2}):(\d{2}))?$/
const withMonthName = /[a-z]{3}/i

/**
 * A moment as people have it on their clipboard: 2026-11-01, 2026-11-01T18:00Z, 1.11.2026 18:00, 1 Nov 2026. Undefined for
 * anything else, such as 01/11/2026, which means two days.
 */
export function pastedTime(text: string): LocalTime | undefined {
  const words = text.trim()
  const [, date, time = ''] = isoTime.exec(words) ?? []
  if (date) return instantOf({ date, time }) === null ? undefined : { date, time }
  const dotted = dottedTime.exec(words)
  if (dotted) {
    const [, day, month, year, hour, minute] = dotted
    return pastedTime(
      `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}${hour ? ` ${hour.padStart(2, '0')}:${minute}` : ''}`,
    )
  }
  const moment = new Date(words)
  const isClear = withMonthName.test(words) || /\d(?:Z|[+-]\d{2}:?\d{2})$/.test(words)
  if (!isClear || !/\d{4}/.test(words) || Number.isNaN(moment.getTime())) return undefined
  const { date: day, time: clock } = localTimeOf(moment.toISOString())
  return { date: day, time: /\d:\d/.test(words) ? clock : '' }
}
