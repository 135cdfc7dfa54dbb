const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']
const twoDigits = (count: number) => String(count).padStart(2, '0')

/** '21:42' today, '20 Nov, 21:42' on another day: as Intl writes it for en-GB, whose first use holds a page up for long. */
export function timeOfDay(ms: number, nowMs: number): string {
  const moment = new Date(ms)
  const time = `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
  return moment.toDateString() === new Date(nowMs).toDateString() ? time : `${moment.getDate()} ${months[moment.getMonth()]}, ${time}`
}
