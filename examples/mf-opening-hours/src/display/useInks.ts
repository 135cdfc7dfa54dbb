import { pageAccentOf, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'

/** `--accent` of times and `--bright` of what is on, as they read on the board's background. */
export function useInks(): CSSProperties {
  const { palette } = useStage()
  return {
    '--accent': pageAccentOf(palette, 6),
    '--bright': palette.tone === 'dark' ? '#ffffff' : palette.ink,
  } as CSSProperties
}
