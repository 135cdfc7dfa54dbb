import { contrast, inkOn, tint } from '@multiball/shared/display'
import { parseColor, type StreamboardConfig } from '@multiball/shared/schema'
import type { CSSProperties } from 'react'

type Colors = Pick<StreamboardConfig, 'backgroundColor' | 'textColor' | 'highlightColor'>

const isSeenOn = (color: string, ground: string) => {
  const [one, other] = [parseColor(color), parseColor(ground)]
  return !!one && !!other && contrast(one, other) >= 3
}

/** The owner's three colours and what is made of them, as custom properties. */
export function streamColors({ backgroundColor, textColor, highlightColor }: Colors): CSSProperties {
  const onHighlight = inkOn(highlightColor)
  return {
    '--s-back': backgroundColor,
    '--s-text': textColor,
    '--s-quiet': tint(textColor, 0.74),
    '--s-line': tint(textColor, 0.18),
    '--s-dot': tint(textColor, 0.13),
    '--s-highlight': highlightColor,
    '--s-on-highlight': onHighlight,
    '--s-quiet-on-highlight': tint(onHighlight, 0.8),
    // A highlight that drowns in the background is only good for bars.
    '--s-score': isSeenOn(highlightColor, backgroundColor) ? highlightColor : textColor,
    '--s-unlit': tint(textColor, 0.08),
    '--s-unlit-on-highlight': tint(onHighlight, 0.09),
  } as CSSProperties
}
