import { formatScore } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { TimelinePoint } from '@multiball/shared/schema'
import { useCallback } from 'react'
import UPlot from 'uplot'
import { useChart, type Drawing, type Ink } from '../chart/useChart'
import css from './GameView.module.css'
import { playTime, timelineColumns } from './timeline'
import type { Turn } from './turns'

interface TimelineChartProps {
  points: readonly TimelinePoint[]
  slots: readonly number[]
  turns: readonly Turn[]
  nameOf(position: number): string
}

const heightPx = 260
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 })
/** between marks on the axis of time, s */
const stepsSeconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600]
/** by slot, so that lines differ without their colours */
const dashes = [[], [7, 3], [2, 3], [10, 3, 2, 3], [4, 4], [1, 4]]

/** The scores of all players over the time of a game, with where each ball began and who was up. */
export default function TimelineChart({ points, slots, turns, nameOf }: TimelineChartProps) {
  const draw = useCallback(
    (ink: Ink) => ({ options: optionsFor(ink, slots, turns), columns: timelineColumns(points, slots) }),
    [points, slots, turns],
  )
  const { box, under } = useChart(heightPx, draw)

  const said = (under === undefined ? undefined : points[under]) ?? points.at(-1)
  return (
    <figure className={css.figure}>
      <div
        ref={box}
        className={css.chart}
        role="img"
        aria-label="Scores of all players over the time of the game; the tables below have them in digits"
      />
      {said && (
        <figcaption className={css.caption}>
          {[playTime(said.at), said.ball !== null && said.ball > 0 && `ball ${said.ball}`].filter(Boolean).join(', ')}
          {slots.map((slot) => {
            const score = said.scores[slot - 1] ?? null
            return score === null ? null : (
              <span key={slot}>
                {nameOf(slot)} <strong>{formatScore(scoreFromWire(score))}</strong>
              </span>
            )
          })}
        </figcaption>
      )}
    </figure>
  )
}

function optionsFor(ink: Ink, slots: readonly number[], turns: readonly Turn[]): Drawing['options'] {
  const { color, axis } = ink
  return {
    padding: [22, 14, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: { time: false }, y: { range: (_chart, _min, max) => [0, Math.max(max, 1) * 1.06] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 60,
        size: 32,
        gap: 11,
        incrs: stepsSeconds,
        values: (_chart, marks) => marks.map((mark) => playTime(mark * 1_000)),
      },
      { ...axis, size: 52, values: (_chart, marks) => marks.map((mark) => compact.format(mark)) },
    ],
    series: [
      {},
      ...slots.map((slot): UPlot.Series => ({
        stroke: color(playerColor(slot)),
        width: 2,
        dash: dashes[slot - 1],
        paths: UPlot.paths.stepped?.({ align: 1 }),
        points: { show: false },
        spanGaps: true,
      })),
    ],
    hooks: { drawClear: [(chart) => drawTurns(chart, turns, ink)] },
  }
}

const playerColor = (slot: number) => `--player-${slot}`

const stripPx = 4
const stripGapPx = 3

/** A line where each ball begins, and below the foot whose turn it was. */
function drawTurns(chart: UPlot, turns: readonly Turn[], { color, font }: Ink) {
  const { ctx, bbox } = chart
  const ratio = devicePixelRatio
  const xOf = (ms: number) => chart.valToPos(ms / 1_000, 'x', true)
  ctx.save()
  ctx.textBaseline = 'bottom'
  ctx.font = `${12 * ratio}px ${font}`
  const drawn = new Set<number>()
  let freeFrom = -Infinity
  for (const { player, ball, from, to } of turns) {
    ctx.fillStyle = color(playerColor(player))
    ctx.fillRect(
      xOf(from),
      bbox.top + bbox.height + stripGapPx * ratio,
      Math.max(ratio, xOf(to) - xOf(from)),
      stripPx * ratio,
    )
    if (drawn.has(ball)) continue
    drawn.add(ball)
    ctx.fillStyle = color('--mb-hairline')
    ctx.fillRect(xOf(from), bbox.top, ratio, bbox.height)
    // A ball that was lost at once leaves no room for its name.
    if (xOf(from) < freeFrom) continue
    ctx.fillStyle = color('--mb-text-3')
    ctx.fillText(`Ball ${ball}`, xOf(from), bbox.top - 4 * ratio)
    freeFrom = xOf(from) + ctx.measureText(`Ball ${ball} `).width
  }
  ctx.restore()
}
