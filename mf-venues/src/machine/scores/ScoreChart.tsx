import { formatScore } from '@multiball/shared/display'
import { shortTime } from '@multiball/shared/pages'
import { useCallback } from 'react'
import UPlot from 'uplot'
import { useChart, type Drawing, type Ink } from '../../chart/useChart'
import { columnsOf, momentLabels, scoreLabel } from './chartSeries'
import type { ScorePoint } from './chartSeries'
import css from './ScoreChart.module.css'

const heightPx = 220

/** Best scores over time as dots, and the record as a stair. The table below it says the same in words. */
export default function ScoreChart({ points }: { points: readonly ScorePoint[] }) {
  const draw = useCallback((ink: Ink) => ({ options: optionsFor(ink), columns: columnsOf(points) }), [points])
  const { box, under } = useChart(heightPx, draw)
  const newest = points.at(-1)
  const said = (under === undefined ? undefined : points[under]) ?? newest
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        {said && (
          <>
            <strong className={css.score}>{formatScore(said.best)}</strong>{' '}
            {shortTime(new Date(said.at * 1000), new Date())}
            {!said.game.successful && ' · not counted'}
          </>
        )}
      </figcaption>
      <div
        ref={box}
        className={css.chart}
        role="img"
        aria-label={`Best scores of ${points.length} games over time; the table below has them all`}
      />
    </figure>
  )
}

function optionsFor({ color, axis }: Ink): Drawing['options'] {
  const [text, surface] = [color('--mb-text'), color('--mb-surface')]
  const dots = (fill: string): Partial<UPlot.Series> => ({
    stroke: text,
    paths: () => null,
    points: { show: true, size: 7, width: 1.5, stroke: text, fill },
  })
  return {
    padding: [12, 30, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(max, 1) * 1.08] } },
    axes: [
      { ...axis, grid: { show: false }, space: 92, values: (_chart, marks) => momentLabels(marks) },
      { ...axis, size: 52, values: (_chart, marks) => marks.map((mark) => scoreLabel(mark)) },
    ],
    series: [
      {},
      dots(text),
      dots(surface),
      { stroke: color('--mb-text-3'), width: 1.5, paths: UPlot.paths.stepped?.({ align: 1 }), points: { show: false } },
    ],
  }
}
