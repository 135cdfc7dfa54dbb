import { accentOf, inkOn, pageAccentOf, paletteFor, tint, useStage, type Palette } from '@multiball/shared/display'
import type { CSSProperties } from 'react'

/** Slots whose colours say that somebody won or lost places: green and orange. */
const [upSlot, downSlot] = [4, 6]

/** The board's own colours, each the nearest that reads on its background: `--accent`, `--bright` of what comes first, `--up` and `--down`. */
export function useInks(accent: string): CSSProperties {
  const { palette } = useStage()
  const own = paletteFor(palette.page, accent).gold
  const isDark = palette.tone === 'dark'
  return {
    '--accent': own,
    '--on-accent': inkOn(own),
    '--accent-glow': tint(own, isDark ? 0.45 : 0),
    '--accent-panel': isDark
      ? `linear-gradient(180deg, ${tint(own, 0.26)}, ${tint(own, 0.06)}), #000`
      : `linear-gradient(180deg, ${tint(own, 0.14)}, transparent)`,
    '--bright': isDark ? '#ffffff' : palette.ink,
    '--up': pageAccentOf(palette, upSlot),
    '--down': pageAccentOf(palette, downSlot),
  } as CSSProperties
}

/** `--player`, the colour of a slot, and `--bar` that the one who is up stands on. */
export function playerInks(palette: Palette, position: number, isUp: boolean): CSSProperties {
  const color = (isUp ? accentOf : pageAccentOf)(palette, position)
  return {
    '--player': color,
    '--on-player': inkOn(color),
    ...(isUp && {
      '--bar': `linear-gradient(100deg, ${tint(color, 0.34)}, ${tint(color, 0.12)}), #000`,
      '--w-unlit': tint(color, 0.12),
    }),
  } as CSSProperties
}
