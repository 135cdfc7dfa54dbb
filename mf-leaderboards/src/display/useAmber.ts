import { pageAccentOf, useStage } from '@multiball/shared/display'

const amber = '#ff8a1f'

/** The colour of the positions: the dot matrix's amber on black, the nearest that reads on another background. */
export function useAmber(): string {
  const { palette } = useStage()
  return palette.page === '#000000' ? amber : pageAccentOf(palette, 6)
}
