import type { MachineDisplay } from '@multiball/shared/schema'
import css from './Backglass.module.css'
import { decadeOf, technologyOf } from './era'
import { lookOf, paints, unknownPaint } from './motifs'
import { ScoreGlass } from './ScoreGlass'

interface BackglassProps {
  /** of its title, by which glasses of one time differ */
  name: string
  year: number | null
  display?: MachineDisplay | null
}

/** A backglass in the manner of a machine's time: our own drawing, not the machine's art. */
export function Backglass({ name, year, display }: BackglassProps) {
  const decade = decadeOf(year)
  const paint = decade === undefined ? unknownPaint : paints[decade]
  const look = lookOf(name, decade ?? 1990)
  const technology = technologyOf(year, display)
  return (
    <svg
      className={css.glass}
      viewBox="0 0 64 48"
      aria-hidden="true"
      focusable="false"
      data-decade={decade}
      data-technology={technology}
    >
      <g style={{ filter: `hue-rotate(${look.hue}deg)` }}>
        <rect width="64" height="48" fill={paint.ground} />
        <g fill={paint.shape} transform={`rotate(${look.tilt} 32 17)`}>
          <path d={look.motif[0]} />
          <path d={look.motif[1]} opacity="0.75" />
        </g>
        <circle cx="32" cy="17" r="6.5" fill={paint.light} />
      </g>
      {technology && <ScoreGlass technology={technology} />}
      <rect
        x="0.75"
        y="0.75"
        width="62.5"
        height="46.5"
        rx="3.25"
        fill="none"
        stroke="#fff"
        strokeOpacity="0.16"
        strokeWidth="1.5"
      />
    </svg>
  )
}
