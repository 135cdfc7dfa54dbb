import type { Settings } from './settings'

/** As Date counts them. */
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)
const twoDigits = (count: number) => String(count).padStart(2, '0')
const isoDay = (day: Date) => `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`
const dayAfter = (day: Date, count: number) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + count)

function at(day: Date, time: string): Date {
  const [hours, minutes] = time.split(':').map(Number)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes)
}

/** One day of the week from today on, as it is or as a special day makes it. */
export interface OpenDay {
  /** such as Monday */
  name: string
  date: Date
  /** such as 17:00-01:00; '' when closed */
  hours: string
  /** of a special day */
  note: string
}

export function dayOf(settings: Settings, date: Date): OpenDay {
  const special = settings.special_days.find((day) => day.date === isoDay(date))
  const name = days[date.getDay()]!
  return { name: capital(name), date, hours: special?.hours ?? settings[name], note: special?.note ?? '' }
}

/** Today and the six days after it. */
export const weekFrom = (settings: Settings, now: Date): OpenDay[] =>
  Array.from({ length: 7 }, (_, index) => dayOf(settings, dayAfter(now, index)))

/** '17:00', or '5 pm' and '5.30 pm'. */
export function timeText(time: string, has24Hours: boolean): string {
  if (has24Hours) return time
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}${minutes > 0 ? `.${twoDigits(minutes)}` : ''} ${hours < 12 ? 'am' : 'pm'}`
}

/** '17:00 – 01:00', or 'Closed'. */
export const hoursText = (hours: string, has24Hours: boolean): string =>
  hours === ''
    ? 'Closed'
    : hours
        .split('-')
        .map((time) => timeText(time, has24Hours))
        .join(' – ')

/** Whether it is open, and the sentence that says until when, or when it opens. `now` and all times are the screen's clock. */
export function openNow(settings: Settings, now: Date): { isOpen: boolean; text: string } {
  const text = (time: string) => timeText(time, settings.has_24_hours)
  // From yesterday on, which may still be open.
  for (let index = -1; index <= 7; index++) {
    const { name, date, hours } = dayOf(settings, dayAfter(now, index))
    const [opens, closes] = hours.split('-')
    if (!opens || !closes) continue
    const from = at(date, opens)
    const until = at(dayAfter(date, closes > opens ? 0 : 1), closes)
    if (now >= until) continue
    if (now >= from) return { isOpen: true, text: `Open until ${text(closes)}` }
    return {
      isOpen: false,
      text: index <= 0 ? `Opens at ${text(opens)}` : `Opens ${index === 1 ? 'tomorrow' : name} at ${text(opens)}`,
    }
  }
  return { isOpen: false, text: 'Closed' }
}

/** An item of the programme, and whether it is over, on or still to come. */
export interface TonightItem {
  time: string
  text: string
  phase: 'over' | 'now' | 'next' | 'later'
}

/** An evening goes on until 06:00. */
const minuteOfEvening = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours < 6 ? hours + 24 : hours) * 60 + minutes
}

/** The programme in its order. What began last is on until the next begins. */
export function tonight(settings: Settings, now: Date): TonightItem[] {
  const minute = minuteOfEvening(`${now.getHours()}:${now.getMinutes()}`)
  const items = [...settings.tonight].sort((one, other) => minuteOfEvening(one.time) - minuteOfEvening(other.time))
  const next = items.findIndex(({ time }) => minuteOfEvening(time) > minute)
  const upcoming = next < 0 ? items.length : next
  return items.map(({ time, text }, index) => ({
    time: timeText(time, settings.has_24_hours),
    text,
    phase: index === upcoming ? 'next' : index > upcoming ? 'later' : index === upcoming - 1 ? 'now' : 'over',
  }))
}
