import { useId } from 'react'
import type { Box } from './arrange/boxes'
import type { Canvas } from './arrange/canvas'
import css from './Frame.module.css'

interface FrameProps {
  canvas: Canvas
  cameras: readonly Box[]
}

const cornerUnits = 10

/** The owner's colour all over the canvas with faint dots, and a hole with two corner brackets for each camera. */
export function Frame({ canvas: { width, height, unit }, cameras }: FrameProps) {
  const dots = useId()
  const surface = `M0 0H${width}V${height}H0Z${cameras.map((camera) => rounded(camera, cornerUnits * unit)).join('')}`
  return (
    <svg
      className={`${css.frame} mb-frame`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <pattern id={dots} width={8 * unit} height={8 * unit} patternUnits="userSpaceOnUse">
          <circle className={css.dot} cx={4 * unit} cy={4 * unit} r={1.1 * unit} />
        </pattern>
      </defs>
      <path className={css.surface} fillRule="evenodd" d={surface} />
      <path fill={`url(#${dots})`} fillRule="evenodd" d={surface} />
      {cameras.map((camera) => (
        <path
          key={`${camera.x} ${camera.y}`}
          className={css.bracket}
          strokeWidth={4 * unit}
          d={brackets(camera, unit)}
        />
      ))}
    </svg>
  )
}

function rounded({ x, y, width, height }: Box, radius: number): string {
  const [across, down] = [width - 2 * radius, height - 2 * radius]
  const turn = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return (
    `M${x + radius} ${y}h${across}${turn(radius, radius)}v${down}${turn(-radius, radius)}` +
    `h${-across}${turn(-radius, -radius)}v${-down}${turn(radius, -radius)}z`
  )
}

/** Around the top left and the bottom right corner. */
function brackets({ x, y, width, height }: Box, unit: number): string {
  const out = 7 * unit
  const radius = 14 * unit
  const arm = Math.min(32 * unit, width / 4, height / 4)
  const [left, top, right, bottom] = [x - out, y - out, x + width + out, y + height + out]
  return (
    `M${left} ${top + radius + arm}V${top + radius}q0 ${-radius} ${radius} ${-radius}h${arm}` +
    `M${right} ${bottom - radius - arm}V${bottom - radius}q0 ${radius} ${-radius} ${radius}h${-arm}`
  )
}
