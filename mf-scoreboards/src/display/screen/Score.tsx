import { Numerals, numeralsWidth, useMachineLook, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import css from './Score.module.css'

interface ScoreProps {
  value: bigint
  digits: number
  /** the player's slot */
  slot: number
  glow?: boolean
  className?: string
}

/** Digits below this share of the screen's height are hard to read from afar. */
const smallestDigits = 0.042
/** Share of an upright screen's width that a score may take. */
const tallShare = 0.81

/**
 * A score that is never cut: its class gives `--height` and `--room`, both in `--u`, and the longest score
 * of the board decides which of the two binds.
 */
export function Score({ value, digits, slot, glow, className }: ScoreProps) {
  const { shape, size } = useStage()
  const { Figures, width } = useMachineLook()
  const ems = width(digits)
  const isCompact = shape === 'tall' && (tallShare * size.width) / ems < smallestDigits * size.height
  const style = { '--ems': isCompact ? numeralsWidth(digits) : ems } as CSSProperties
  return (
    <span className={`${css.score} ${className ?? ''}`} style={style}>
      {isCompact ? (
        <Numerals value={value} digits={digits} name={slot} />
      ) : (
        <Figures value={value} digits={digits} name={slot} glow={glow} />
      )}
    </span>
  )
}
