import { formatScore } from '@multiball/shared/display'
import { shortTime } from '@multiball/shared/pages'
import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '../../chart/useTheme'
import { columnsOf, momentLabels } from './chartSeries'
import type { ScorePoint } from './chartSeries'
import css from './ScoreChart.module.css'

const heightPx = 220
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Best scores over time as dots, and the record as a stair. The table below it says the same in words. */
export default function ScoreChart({ points }: { points: readonly ScorePoint[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [under, setUnder] = useState<number>()
  const theme = useTheme()

  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = new UPlot(optionsFor(element, setUnder), columnsOf(points), element)
    const follow = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: heightPx }))
    follow.observe(element)
    return () => {
      follow.disconnect()
      chart.destroy()
    }
  }, [points, theme])

  const newest = points.at(-1)
  const said = (under === undefined ? undefined : points[under]) ?? newest
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        {said && (
          <>
            <strong className={css.score}>{formatScore(said.best)}</strong> {shortTime(new Date(said.at * 1000), new Date())}
            {!said.game.successful && ' · not counted'}
          </>
        )}
      </figcaption>
      <div ref={box} className={css.chart} role="img" aria-label={`Best scores of ${points.length} games over time; the table below has them all`} />
    </figure>
  )
}

function optionsFor(element: HTMLElement, onUnder: (at: number | undefined) => void): UPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const [text, quiet, hairline, surface] = [color('--mb-text'), color('--mb-text-3'), color('--mb-hairline'), color('--mb-surface')]
  const axis: UPlot.Axis = { stroke: quiet, font: `12px ${style.fontFamily}`, grid: { stroke: hairline, width: 1 }, ticks: { show: false } }
  const dots = (fill: string): Partial<UPlot.Series> => ({ stroke: text, paths: () => null, points: { show: true, size: 7, width: 1.5, stroke: text, fill } })
  return {
    width: element.clientWidth,
    height: heightPx,
    padding: [12, 30, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(max, 1) * 1.08] } },
    axes: [{ ...axis, grid: { show: false }, space: 70, values: (_chart, marks) => momentLabels(marks) }, { ...axis, size: 52, values: (_chart, marks) => marks.map((mark) => compact.format(mark)) }],
    series: [
      {},
      dots(text),
      dots(surface),
      { stroke: quiet, width: 1.5, paths: UPlot.paths.stepped?.({ align: 1 }), points: { show: false } },
    ],
    hooks: { setCursor: [({ cursor }) => onUnder(cursor.idx ?? undefined)] },
  }
}
