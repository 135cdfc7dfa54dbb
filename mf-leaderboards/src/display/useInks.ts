import { inkOn, pageAccentOf, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'

const amber = '#ff8a1f'

/**
 * Colours that the stage does not have: `--amber` of the positions, the nearest that reads on other backgrounds than
 * black, with what is written on it, and `--bright` of what comes first. Values and no rules, since a cell's stage may stand on another one.
 */
export function useInks(): CSSProperties {
  const { palette } = useStage()
  const nearest = palette.page === '#000000' ? amber : pageAccentOf(palette, 6)
  return {
    '--amber': nearest,
    '--on-amber': inkOn(nearest),
    '--bright': palette.tone === 'dark' ? '#ffffff' : palette.ink,
  } as CSSProperties
}
