import type { TimelinePoint } from '@multiball/shared/schema'

/** The slots that anybody ever played in, 1 to 6. */
export function slotsOf(points: readonly TimelinePoint[]): number[] {
  const most = Math.max(0, ...points.map(({ scores }) => scores.length))
  return Array.from({ length: most }, (_, slot) => slot + 1).filter((slot) =>
    points.some(({ scores }) => (scores[slot - 1] ?? null) !== null),
  )
}

/** Columns of a chart: seconds since the start, then the scores of each slot. For drawing, so as plain numbers. */
export const timelineColumns = (
  points: readonly TimelinePoint[],
  slots: readonly number[],
): [at: number[], ...scores: (number | null)[][]] => [
  points.map(({ at }) => at / 1_000),
  ...slots.map((slot) =>
    points.map(({ scores }) =>
      scores[slot - 1] === undefined || scores[slot - 1] === null ? null : Number(scores[slot - 1]),
    ),
  ),
]

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** How long into a game: '0:07', '4:05', '1:02:03'. */
export function playTime(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${minutes}:${twoDigits(seconds % 60)}`
}
