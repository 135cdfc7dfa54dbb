import { paletteFor, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'

/** `--accent` in the nearest colour that reads on the board's background, and `--bright` of the beers' names. */
export function useInks(accent: string): CSSProperties {
  const { palette } = useStage()
  return {
    '--accent': paletteFor(palette.page, accent).gold,
    '--bright': palette.tone === 'dark' ? '#ffffff' : palette.ink,
  } as CSSProperties
}
