import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

const themeNow = () => document.documentElement.dataset.theme

/** Changes with the page's theme: what is drawn on a canvas is drawn again. */
function useTheme(): string | undefined {
  const [theme, setTheme] = useState(themeNow)
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(themeNow()))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return theme
}

/** The colours and letters of the page that a chart stands in. */
export interface Ink {
  /** of a custom property */
  color(name: string): string
  font: string
  axis: UPlot.Axis
}

export interface Drawing {
  options: Omit<UPlot.Options, 'width' | 'height' | 'legend'>
  columns: UPlot.AlignedData
}

/**
 * Draws into the element of `box` as wide as it is, again with each new `draw` and in each new theme.
 * @param draw kept while what it draws is the same
 * @returns `under`: index of the column below the pointer
 */
export function useChart(heightPx: number, draw: (ink: Ink) => Drawing) {
  const box = useRef<HTMLDivElement>(null)
  const [under, setUnder] = useState<number>()
  const theme = useTheme()

  useEffect(() => {
    const element = box.current
    if (!element) return
    const { options, columns } = draw(inkOf(element))
    const hooks = { ...options.hooks, setCursor: [({ cursor }: UPlot) => setUnder(cursor.idx ?? undefined)] }
    const chart = new UPlot(
      { ...options, width: element.clientWidth, height: heightPx, legend: { show: false }, hooks },
      columns,
      element,
    )
    const follow = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: heightPx }))
    follow.observe(element)
    return () => {
      follow.disconnect()
      chart.destroy()
    }
  }, [draw, heightPx, theme])
  return { box, under }
}

function inkOf(element: HTMLElement): Ink {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const font = style.fontFamily
  return {
    color,
    font,
    axis: {
      stroke: color('--mb-text-3'),
      font: `12px ${font}`,
      grid: { stroke: color('--mb-hairline'), width: 1 },
      ticks: { show: false },
    },
  }
}
