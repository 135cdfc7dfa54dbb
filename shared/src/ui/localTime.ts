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
