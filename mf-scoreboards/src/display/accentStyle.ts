import { accentOf, inkOn, pageAccentOf, tint } from '@multiball/shared/display'
import type { Palette } from '@multiball/shared/display'
import type { CSSProperties } from 'react'

/** Where a player's colour is seen: on the black panel of the one who is lit, on an ordinary row, or on the page itself. */
type Ground = 'lit' | 'row' | 'page'

/** A player's colours as custom properties: `--accent`, its tints, and what is written on it. */
export function accentStyle(palette: Palette, position: number, ground: Ground): CSSProperties {
  const isDark = palette.tone === 'dark'
  const onPanel = ground === 'lit' || (ground === 'row' && isDark)
  const accent = (onPanel ? accentOf : pageAccentOf)(palette, position)
  const hasGlow = isDark && ground !== 'row'
  return {
    '--accent': accent,
    '--on-accent': inkOn(accent),
    '--accent-ring': tint(accent, 0.75),
    '--accent-unlit': ground === 'lit' || isDark ? tint(accent, 0.11) : palette.unlit,
    '--accent-glow': tint(accent, hasGlow ? 0.5 : 0),
    '--w-glow': tint(accent, hasGlow ? 0.6 : 0),
    '--accent-panel': `radial-gradient(70% 120% at 18% 88%, ${tint(accent, 0.16)}, transparent), linear-gradient(100deg, ${tint(accent, 0.3)}, ${tint(accent, 0.1)} 45%, ${tint(accent, 0.05)}), #000`,
    '--accent-bar': `linear-gradient(${tint(accent, 0.2)}, ${tint(accent, 0.2)}), #000`,
  } as CSSProperties
}
